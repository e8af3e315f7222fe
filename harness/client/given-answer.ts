import type { Exchange } from '../wire/exchange.ts'
import type { Secrets } from '../wire/masking.ts'
import { readJson, type Answer, type Operation } from './answer.ts'
import { saidBy } from './said.ts'

/** An answer as it came. A class, for thousands are made: an object with a getter of its own takes ten times as long. */
export class GivenAnswer implements Answer {
  readonly operation: Operation
  readonly exchange: Exchange
  readonly json: unknown
  readonly #secrets: Secrets

  constructor(operation: Operation, exchange: Exchange, secrets: Secrets, rest: Partial<Answer>) {
    this.operation = operation
    this.exchange = exchange
    this.json = readJson(exchange)
    this.#secrets = secrets
    Object.assign(this, rest)
  }

  /** Made when it is read: most answers are never quoted, and by then more secrets may be known. */
  get said(): string {
    return saidBy(this.exchange, this.#secrets)
  }
}
