import type { Exchange } from '../wire/exchange.ts'
import { hugeBytes, readJson, type Answer, type Operation } from './answer.ts'
import { saidBy } from './said.ts'

/** An answer as it came. A class, for thousands are made: an object with a getter of its own takes ten times as long. */
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
   * Read when it is asked for: where only the status matters, nobody need parse a long list. What is made of a huge body is
   * not held here: a case may hold many answers.
   */
  get json(): unknown {
    if (this.exchange.response.body.length > hugeBytes) return readJson(this.exchange)
    if (!this.#isRead) this.#json = readJson(this.exchange)
    this.#isRead = true
    return this.#json
  }

  /** Made when it is read: most answers are never quoted. */
  get said(): string {
    return saidBy(this.exchange)
  }
}
