import {texts} from './keyTexts'

export interface KeyLine {
  /** Each is pressed after the other, or all at once where they are joined by a plus. */
  keys: readonly string[]
  does: string
}

export interface KeyGroup {
  name: string
  lines: readonly KeyLine[]
}

/** Every key that does something, for the dialog that lists them. Anyone who makes a screen hear a key adds it here. */
export const keyGroups = (): readonly KeyGroup[] => [
  {
    name: texts.everywhere.name,
    lines: [
      {keys: ['Ctrl+K'], does: texts.everywhere.palette},
      {keys: ['?'], does: texts.everywhere.help},
      {keys: ['/'], does: texts.everywhere.search},
      {keys: ['g', 'd'], does: texts.everywhere.dashboard},
      {keys: ['g', 'l'], does: texts.everywhere.alarms},
      {keys: ['g', 'a'], does: texts.everywhere.admin},
      {keys: ['g', 'h'], does: texts.everywhere.myHome},
      {keys: ['g', 'p'], does: texts.everywhere.profile},
      {keys: ['Esc'], does: texts.everywhere.close},
    ],
  },
  {
    name: texts.devices.name,
    lines: [
      {keys: ['↑', '↓'], does: texts.devices.move},
      {keys: ['Home', 'End'], does: texts.devices.ends},
      {keys: ['Enter'], does: texts.devices.choose},
    ],
  },
  {
    name: texts.wall.name,
    lines: [
      {keys: ['↑', '↓', '←', '→'], does: texts.wall.move},
      {keys: ['Enter'], does: texts.wall.open},
      {keys: ['PgUp', 'PgDn'], does: texts.wall.turn},
    ],
  },
  {
    name: texts.chart.name,
    lines: [
      {keys: ['+', '-'], does: texts.chart.zoom},
      {keys: ['←', '→'], does: texts.chart.pan},
      {keys: ['0'], does: texts.chart.reset},
      {keys: ['f'], does: texts.chart.fullScreen},
    ],
  },
  {
    name: texts.range.name,
    lines: [
      {keys: ['t', '←'], does: texts.range.earlier},
      {keys: ['t', '→'], does: texts.range.later},
      {keys: ['t', '-'], does: texts.range.zoomOut},
      {keys: ['t', '+'], does: texts.range.zoomIn},
      {keys: ['t', 'c'], does: texts.range.copy},
      {keys: ['t', 'v'], does: texts.range.paste},
    ],
  },
]
