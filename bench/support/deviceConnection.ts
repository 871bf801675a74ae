import {openBareConnection} from './bareConnection'

export interface DeviceConnection {
  /**
   * Posts telemetry as a device does. Resolves to the status, or to 0 when the connection broke before an answer. Only
   * one call may be under way.
   */
  post(body: string): Promise<number>
  isOpen(): boolean
  close(): void
}

/** Connects by HTTP, with one persistent connection. It is opened by the first call, or ahead of it. */
export function connectDevice(
  port: number,
  token: string,
  host = '127.0.0.1',
): DeviceConnection & {open(): Promise<boolean>} {
  const connection = openBareConnection(port, host)
  const named = host.includes(':') ? `[${host}]` : host
  const head = `POST /api/v1/${token}/telemetry HTTP/1.1\r\nhost: ${named}:${port}\r\ncontent-type: application/json\r\n`
  return {
    async post(body) {
      const {status} = await connection.ask(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      return status
    },
    open: connection.open,
    isOpen: connection.isOpen,
    close: connection.close,
  }
}
