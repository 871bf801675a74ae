import {io, type ManagerOptions, type Socket, type SocketOptions} from 'socket.io-client'
import {onTestFinished} from 'vitest'
import type {ClientToServerEvents, ServerToClientEvents} from '../../contract/wire/telemetry/live'
import {cookieHeader} from './app'
import {LONGEST_WAIT} from './limits'

export type Client = Socket<ServerToClientEvents, ClientToServerEvents>
type Options = Partial<ManagerOptions & SocketOptions>

/** A browser's socket, which connects by itself. */
export const createSocket = (
  origin: string,
  cookies: Readonly<Record<string, string>>,
  options: Options = {},
): Client =>
  io(origin, {
    transports: ['websocket'],
    extraHeaders: {cookie: cookieHeader(cookies)},
    forceNew: true,
    timeout: LONGEST_WAIT,
    ...options,
  })

/** As `createSocket`, until the test ends. */
export function openSocket(...parameters: Parameters<typeof createSocket>): Client {
  const client = createSocket(...parameters)
  onTestFinished(() => void client.disconnect())
  return client
}

/** As `openSocket`. Resolves when it is connected, and rejects when it is refused. */
export async function connectSocket(...parameters: Parameters<typeof createSocket>): Promise<Client> {
  const client = openSocket(...parameters)
  await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject))
  return client
}
