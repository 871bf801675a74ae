const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 32
/** Bytes from here on would make the first letters likelier than the last. */
const FAIR = 256 - (256 % ALPHABET.length)

/** A device's access token of letters and digits, as random as the bytes that it is made of. */
export function deviceToken(randomBytes: (length: number) => Uint8Array): string {
  let token = ''
  while (token.length < LENGTH) {
    const fair = [...randomBytes(LENGTH - token.length)].filter(byte => byte < FAIR)
    token += fair.map(byte => ALPHABET[byte % ALPHABET.length]).join('')
  }
  return token
}
