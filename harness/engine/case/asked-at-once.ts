/** How many requests ask about a 403: a server that limits requests with it lets one through now and then. */
export const askedAtOnce = 8
