/** With `media` or `wall` in it the client tells the server which dashboard it showed last; nothing but the order of loading hangs on it. */
export const DASHBOARD_COOKIE = 'dashboard'
