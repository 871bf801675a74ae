/** Whether a page shows what has a past: the dashboards, and the alarms. */
export const isReplayable = (pathname: string): boolean => /^\/(dashboard|alarms)(\/|$)/.test(pathname)
