/** Makes a condition true if it is pasted into SQL. */
export const injection = "' OR '1'='1"
