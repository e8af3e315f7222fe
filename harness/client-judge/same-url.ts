/** True for the same path: the digits of a percent-encoding may have either case (RFC 3986, section 6.2.2.1). */
export const isSamePath = (one: string, other: string): boolean => inCapitals(one) === inCapitals(other)

const inCapitals = (path: string) => path.replace(/%[\da-f]{2}/gi, (digits) => digits.toUpperCase())

/** True for the same parameters: a library that parses a URL may percent-encode them in a way of its own. */
export const isSameQuery = (one: string, other: string): boolean => parametersOf(one) === parametersOf(other)

const parametersOf = (query: string) => JSON.stringify([...new URLSearchParams(query)])
