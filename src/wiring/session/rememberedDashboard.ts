import {DASHBOARD_COOKIE} from '../../../contract/wire/dashboardCookie'

/** The server then names the files of this dashboard before the page can tell which one it needs. */
export function rememberDashboard(shown: 'telemetry' | 'media') {
  // biome-ignore lint/suspicious/noDocumentCookie: over plain http no browser has another way
  document.cookie = `${DASHBOARD_COOKIE}=${shown}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

const YEAR_SECONDS = 31_536_000
