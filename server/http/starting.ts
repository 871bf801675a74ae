import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import {type Language, languageOf, loadTranslation} from '../../contract/languages/languages'
import {worded} from '../../contract/languages/texts'
import {HTTPS_ONLY} from './browser/headers'

/** The steps before the server serves. The sentence is a reason of `/readyz`. */
const STARTING = {
  starting: 'The server is starting.',
  database: 'The server is starting: it waits for the database.',
  schema: 'The server is starting: it brings the schema of the database up to date.',
  demo: 'The server is starting: the demo accounts are not there yet.',
}

export interface StartingServer {
  /** Sets the present step of the start. */
  isAt(step: keyof typeof STARTING): void
  /** Frees the port for the server that serves. */
  close(): Promise<void>
}

interface Starting {
  host: string
  port: number
  /** Whether users reach the server by https alone. */
  isPublicHttps: boolean
}

/** Answers on the port of the server until it serves, so that callers and supervisors know its state. */
export async function answerWhileStarting({host, port, isPublicHttps}: Starting): Promise<StartingServer> {
  let reason = STARTING.starting
  const server = createServer((request, response) => {
    if (isPublicHttps) for (const [name, value] of Object.entries(HTTPS_ONLY)) response.setHeader(name, value)
    answer(reason, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({host, port}, resolve)
  })
  return {
    isAt(step) {
      reason = STARTING[step]
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(reason: string, request: IncomingMessage, response: ServerResponse) {
  // The rest of the request must not be read as another call.
  request.resume()
  const pathname = (request.url ?? '/').split('?')[0]
  const json = {'content-type': 'application/json; charset=utf-8'}
  if (pathname === '/livez') return end(response, 200, json, JSON.stringify({status: 'alive'}))
  if (pathname === '/readyz') {
    return end(response, 503, json, JSON.stringify({message: NOT_READY, reasons: [reason], warnings: []}))
  }
  if (request.headers.accept?.includes('text/html')) {
    const language = languageOf(request.headers['accept-language'] ?? '')
    return end(response, 503, {'content-type': 'text/html; charset=utf-8'}, await pageIn(language))
  }
  return end(response, 503, json, JSON.stringify({message: reason}))
}

function end(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>, body: string) {
  const retry = status === 503 ? {'retry-after': RETRY_SECONDS} : {}
  response.writeHead(status, {...headers, ...retry, ...HEADERS, 'content-length': Buffer.byteLength(body)}).end(body)
}

const NOT_READY = 'The server is not ready.'
const RETRY_SECONDS = '2'
const HEADERS = {
  connection: 'close',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none';style-src 'unsafe-inline';base-uri 'none';frame-ancestors 'none'",
}

/** Loads itself again, so that the client opens by itself as soon as it is there. */
async function pageIn(language: Language): Promise<string> {
  const {title, text} = worded(STARTING_PAGE, (await loadTranslation(language))?.areas['server.startingPage'])
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 1rem; box-sizing: border-box }
  h1 { font-size: 1.25rem; margin: 0 }
  p { margin: 0.25rem 0 0 }
</style>
<main role="status"><h1>${title}</h1><p>${text}</p></main>
</html>
`
}

export const STARTING_PAGE = {
  title: 'The server is starting',
  text: 'This page opens by itself as soon as it is ready.',
}
