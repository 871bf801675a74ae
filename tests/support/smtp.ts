import {once} from 'node:events'
import {buffer} from 'node:stream/consumers'
import PostalMime, {type Email} from 'postal-mime'
import {SMTPServer} from 'smtp-server'
import {onTestFinished} from 'vitest'
import {createInbox} from './inbox'
import {portOf} from './portOf'

export interface ReceivedMail {
  /** The sender and recipients of the envelope; they decide who gets it. */
  sender: string
  recipients: string[]
  mail: Email
}

/**
 * The treatment of the next mails: `refuseSender` and `refuse` are for good, `defer` is for now, `hang` is no answer at
 * all.
 */
export type SmtpBehaviour = 'take' | 'defer' | 'refuse' | 'refuseSender' | 'hang'

export interface TestSmtp {
  /** With a user name and a password in it. */
  url: string
  behave(behaviour: SmtpBehaviour): void
  mails: ReceivedMail[]
  next(): Promise<ReceivedMail>
  /** Returns the number of attempts to send a mail. */
  attempts(): number
  start(): Promise<void>
  stop(): Promise<void>
}

export const SMTP_PASSWORD = 'smtp-secret'

/** A real mail server on a free port, which wants a password. It offers STARTTLS with a certificate that nobody trusts when `tls`. */
export async function startSmtp({tls = false, password: expected = SMTP_PASSWORD} = {}): Promise<TestSmtp> {
  let port = 0
  const inbox = createInbox<ReceivedMail>()
  let behaviour: SmtpBehaviour = 'take'
  let attempts = 0
  let server: SMTPServer | undefined

  function create() {
    return new SMTPServer({
      logger: false,
      closeTimeout: 1,
      disabledCommands: tls ? [] : ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({username, password}, _session, done) {
        done(password === expected ? null : answer(535, `No such password: ${password}`), {user: username})
      },
      onMailFrom(_sender, _session, done) {
        attempts++
        done(behaviour === 'refuseSender' ? answer(550, 'Not from you') : null)
      },
      onRcptTo({address}, _session, done) {
        if (behaviour === 'hang') return
        if (behaviour === 'defer') return done(answer(451, `Come again later with <${address}>`))
        done(behaviour === 'refuse' ? answer(550, `There is no <${address}> here`) : null)
      },
      async onData(stream, {envelope}, done) {
        // The sender may be killed meanwhile.
        const text = await buffer(stream).catch(() => undefined)
        if (text === undefined) return
        const mail = await PostalMime.parse(text)
        const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        inbox.put({sender, recipients: envelope.rcptTo.map(({address}) => address), mail})
        done()
      },
    }).on('error', () => {})
  }

  async function start() {
    server = create()
    const listening = server.listen(port, '127.0.0.1')
    await once(listening, 'listening')
    port = portOf(listening)
  }

  async function stop() {
    const stopped = server
    server = undefined
    if (stopped) await new Promise<void>(resolve => stopped.close(resolve))
  }

  await start()
  onTestFinished(stop)
  return {
    url: `smtp://mailer:${encodeURIComponent(expected)}@127.0.0.1:${port}`,
    behave(next) {
      behaviour = next
    },
    mails: inbox.items,
    next: inbox.next,
    attempts: () => attempts,
    start,
    stop,
  }
}

const answer = (responseCode: number, message: string) => Object.assign(new Error(message), {responseCode})
