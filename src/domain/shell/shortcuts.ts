/**
 * Every key that does something, by where it does: pressed one after the other, or together where a plus joins them.
 * `ui/shell/keyTexts.ts` says under the same names what each does, for the dialog that lists them.
 */
export const SHORTCUTS = {
  everywhere: {
    palette: ['Ctrl+K'],
    help: ['?'],
    search: ['/'],
    dashboard: ['g', 'd'],
    alarms: ['g', 'l'],
    admin: ['g', 'a'],
    settings: ['g', 's'],
    myHome: ['g', 'h'],
    profile: ['g', 'p'],
    close: ['Esc'],
  },
  devices: {move: ['↑', '↓'], ends: ['Home', 'End'], choose: ['Enter']},
  bell: {acknowledge: ['a']},
  alarm: {acknowledge: ['a'], shelve: ['s'], maintain: ['m']},
  wall: {move: ['↑', '↓', '←', '→'], open: ['Enter'], turn: ['PgUp', 'PgDn']},
  chart: {zoom: ['+', '-'], pan: ['←', '→'], reset: ['0'], fullScreen: ['f']},
  range: {
    earlier: ['t', '←'],
    later: ['t', '→'],
    zoomOut: ['t', '-'],
    zoomIn: ['t', '+'],
    copy: ['t', 'c'],
    paste: ['t', 'v'],
  },
} as const

export type RangeShortcut = keyof typeof SHORTCUTS.range
