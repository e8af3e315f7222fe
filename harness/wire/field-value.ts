/**
 * Returns the value of a field without the spaces and tabs around it (RFC 9110, section 5.5). What else `trim()` takes for
 * white space may be a byte of a letter in UTF-8.
 */
export const fieldValue = (text: string): string => /^[ \t]*(.*[^ \t])?/s.exec(text)?.[1] ?? ''
