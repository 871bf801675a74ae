import {once} from 'node:events'
import {connect, type Socket} from 'node:net'

export interface Answer {
  /** 0 when the connection broke before the end of the answer. */
  status: number
  /** The length of the body. It is read, but not stored. */
  bytes: number
}

export interface BareConnection {
  /** Sends a request as it is. Only one may be under way. */
  ask(request: string): Promise<Answer>
  /** Opens it before anything is asked. Resolves to whether that went well. */
  open(): Promise<boolean>
  isOpen(): boolean
  close(): void
}

/**
 * Uses a bare keep-alive socket, because an HTTP client would take too much of the cores that the server also needs.
 */
export function openBareConnection(port: number, host = '127.0.0.1'): BareConnection {
  let socket: Socket | undefined
  let head = ''
  let answer: Answer = BROKEN
  let missing = 0
  let settle: (answer: Answer) => void = () => {}

  function end(given: Answer) {
    const settled = settle
    settle = () => {}
    head = ''
    settled(given)
  }

  function take(chunk: Buffer) {
    if (missing > 0) missing -= chunk.length
    else {
      head += chunk.toString('latin1')
      const headEnd = head.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const bytes = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      answer = {status: Number(head.slice(9, 12)), bytes}
      missing = bytes - (head.length - headEnd - 4)
    }
    if (missing === 0) end(answer)
  }

  function open(): Socket {
    const opened = connect({port, host, noDelay: true})
    opened.on('data', take)
    opened.on('error', () => {})
    opened.on('close', () => {
      if (socket === opened) socket = undefined
      missing = 0
      end(BROKEN)
    })
    return opened
  }

  return {
    ask(request) {
      socket ??= open()
      socket.write(request)
      return new Promise(resolve => {
        settle = resolve
      })
    },
    async open() {
      socket ??= open()
      const opening = socket
      if (opening.connecting) await Promise.race([once(opening, 'connect'), once(opening, 'close')]).catch(() => {})
      return opening.readyState === 'open'
    },
    isOpen: () => socket?.readyState === 'open',
    close: () => socket?.destroy(),
  }
}

const BROKEN: Answer = {status: 0, bytes: 0}
