import {DASHBOARD_COOKIE} from '../../contract/wire/config'

/**
 * The server then names the files of this dashboard before the page can tell which one it needs. Null forgets it, which
 * leaves the telemetry dashboard.
 */
export function rememberDashboard(shown: 'media' | 'wall' | null) {
  // biome-ignore lint/suspicious/noDocumentCookie: over plain http no browser has another way
  document.cookie = `${DASHBOARD_COOKIE}=${shown}; path=/; max-age=${shown === null ? 0 : YEAR_SECONDS}; samesite=lax`
}

const YEAR_SECONDS = 31_536_000
