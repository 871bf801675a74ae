import {openBareConnection} from './bareConnection'

export interface DeviceConnection {
  /**
   * Posts telemetry as a device does. Resolves to the status, or to 0 when the connection broke before an answer. Only
   * one call may be under way.
   */
  post(body: string): Promise<number>
  close(): void
}

export function connectDevice(port: number, token: string): DeviceConnection {
  const connection = openBareConnection(port)
  const head =
    `POST /api/v1/${token}/telemetry HTTP/1.1\r\n` + `host: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n`
  return {
    async post(body) {
      const {status} = await connection.ask(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      return status
    },
    close: connection.close,
  }
}
