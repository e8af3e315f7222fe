/** Says why a file could not be read: an error of the file system in words, or the message that it has. */
export function whyUnread(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return reasons[code] ?? message
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'you have no permission to read it',
}
