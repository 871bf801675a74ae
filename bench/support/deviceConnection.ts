import {connect, type Socket} from 'node:net'

export interface DeviceConnection {
  /**
   * Posts telemetry as a device does. Resolves to the status, or to 0 when the connection broke before an answer. Only
   * one call may be under way.
   */
  post(body: string): Promise<number>
  close(): void
}

/**
 * Uses a bare keep-alive socket, because an HTTP client would take too much of the cores that the server also needs.
 */
export function connectDevice(port: number, token: string): DeviceConnection {
  const head =
    `POST /api/v1/${token}/telemetry HTTP/1.1\r\n` + `host: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n`
  let socket: Socket | undefined
  let received = ''
  let settle: (status: number) => void = () => {}

  function answer(status: number) {
    const settled = settle
    settle = () => {}
    received = ''
    settled(status)
  }

  function open(): Socket {
    const opened = connect({port, host: '127.0.0.1', noDelay: true}).setEncoding('latin1')
    opened.on('data', chunk => {
      received += chunk
      const status = wholeAnswer(received)
      if (status !== undefined) answer(status)
    })
    opened.on('error', () => {})
    opened.on('close', () => {
      if (socket === opened) socket = undefined
      answer(0)
    })
    return opened
  }

  return {
    post(body) {
      socket ??= open()
      socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      return new Promise(resolve => {
        settle = resolve
      })
    },
    close: () => socket?.destroy(),
  }
}

function wholeAnswer(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
  return text.length >= end + 4 + length ? Number(text.slice(9, 12)) : undefined
}
