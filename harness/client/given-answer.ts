import type { Exchange } from '../wire/exchange.ts'
import { hugeBytes, readJson, type Answer, type Operation } from './answer.ts'
import { saidBy } from './said.ts'

/** An answer as received. A class, because thousands are created: objects with a getter take ten times as long. */
export class GivenAnswer implements Answer {
  readonly operation: Operation
  readonly exchange: Exchange
  #json: unknown
  #isRead = false

  constructor(operation: Operation, exchange: Exchange, rest: Partial<Answer>) {
    this.operation = operation
    this.exchange = exchange
    Object.assign(this, rest)
  }

  /**
   * Parsed when first read: if only the status matters, a long list need not be parsed. The value of a huge body is not kept
   * here, because a case may hold many answers.
   */
  get json(): unknown {
    if (this.exchange.response.body.length > hugeBytes) return readJson(this.exchange)
    if (!this.#isRead) this.#json = readJson(this.exchange)
    this.#isRead = true
    return this.#json
  }

  /** Created when read, because most answers are never quoted. */
  get said(): string {
    return saidBy(this.exchange)
  }
}
