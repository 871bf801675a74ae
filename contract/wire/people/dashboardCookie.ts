/**
 * With `media` or `wall`: the dashboard that the client showed last. It decides the order of loading and nothing else.
 */
export const DASHBOARD_COOKIE = 'dashboard'
