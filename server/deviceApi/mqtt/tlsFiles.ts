import {readFile, stat} from 'node:fs/promises'

/** The files of a certificate and its key. */
export interface TlsFiles {
  certificate: string
  key: string
}

/** The certificate and key for TLS, as the files are now. */
export const readTls = async ({certificate, key}: TlsFiles) => ({
  cert: await readFile(certificate),
  key: await readFile(key),
})

/** Changes when either file has changed or gone, so that it is reported once. */
export async function versionOf({certificate, key}: TlsFiles): Promise<string> {
  const changedAt = (file: string) => stat(file).then(({mtimeMs}) => mtimeMs, String)
  return `${await changedAt(certificate)} ${await changedAt(key)}`
}
