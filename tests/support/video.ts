/** The least MP4 file: its type, its table, and `bytes` bytes of data. */
export function mp4(bytes = 1000): Buffer {
  const brand = Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1')
  return Buffer.concat([box('ftyp', brand), box('moov', Buffer.alloc(100)), box('mdat', Buffer.alloc(bytes, 7))])
}

export function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const BOUNDARY = '----pulsewall-test'

/** A form as a browser sends it, with a file for each field that is not a text. */
export function formOf(fields: Readonly<Record<string, string | {name: string; bytes: Buffer}>>) {
  const parts = Object.entries(fields).map(([name, value]) => {
    const isText = typeof value === 'string'
    const file = isText ? '' : `; filename="${value.name}"\r\nContent-Type: video/mp4`
    return Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      isText ? Buffer.from(value) : value.bytes,
      Buffer.from('\r\n'),
    ])
  })
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: {'content-type': `multipart/form-data; boundary=${BOUNDARY}`},
  }
}
