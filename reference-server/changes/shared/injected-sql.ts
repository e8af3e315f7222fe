/** True for a text that makes the condition true if it is pasted into SQL. */
export const injectedSql = (text: string): boolean => /' or '1'='1/i.test(text)
