/** The declaration is wrong about something without which no case can be judged. */
export class Misdeclared extends Error {
  override name = 'Misdeclared'
}
