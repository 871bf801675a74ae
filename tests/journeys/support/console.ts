import type {BrowserContext} from 'playwright-core'

export interface ConsoleWatch {
  watch(context: BrowserContext): void
  /** From now on a complaint of this kind is part of the journey. */
  expect(complaint: RegExp): void
  /**
   * Returns the browser's unexpected complaints: errors on the console, uncaught errors, violations of the content
   * security policy.
   */
  take(): string[]
}

/** The browser itself notes these as errors; being signed out, and having no additions, no profile and no credentials, are answers. */
const ALWAYS_EXPECTED = [
  /status of 401 .*\/api\/v0\//,
  /status of 404 .*\/api\/v0\/capabilities/,
  /status of 404 .*\/api\/v0\/users\/profile/,
  /status of 404 .*\/api\/v0\/device\/[^/]+\/credentials$/,
  // A page may reopen its socket before it learns that its session has ended.
  /WebSocket connection to .* Unexpected response code: 40[01]/,
  /status of 401 .*\/socket\.io\//,
]

/** The complaints of a page whose server is out of reach: of the browser, and of each call that was under way. */
export const CUT = /net::ERR_|WebSocket connection to|ApiError: .* was not answered/

export function createConsoleWatch(): ConsoleWatch {
  let complaints: string[] = []
  let expected = [...ALWAYS_EXPECTED]
  return {
    watch(context) {
      context.on('console', message => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
      })
      context.on('weberror', error => complaints.push(`uncaught: ${error.error().stack}`))
    },
    expect: complaint => void expected.push(complaint),
    take() {
      const unexpected = complaints.filter(complaint => !expected.some(pattern => pattern.test(complaint)))
      complaints = []
      expected = [...ALWAYS_EXPECTED]
      return unexpected
    },
  }
}
