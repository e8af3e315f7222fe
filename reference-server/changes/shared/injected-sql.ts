/** True for a text that would make the condition true into which it is pasted. */
export const injectedSql = (text: string): boolean => /' or '1'='1/i.test(text)
