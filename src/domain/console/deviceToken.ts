const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 32
/** Bytes from this limit on are skipped, because they would make the first letters of the alphabet more likely. */
const FAIR = 256 - (256 % ALPHABET.length)

/** Makes an access token of letters and digits. `randomBytes` must be cryptographically secure. */
export function deviceToken(randomBytes: (length: number) => Uint8Array): string {
  let token = ''
  while (token.length < LENGTH) {
    const fair = [...randomBytes(LENGTH - token.length)].filter(byte => byte < FAIR)
    token += fair.map(byte => ALPHABET[byte % ALPHABET.length]).join('')
  }
  return token
}
