import type {Panel} from './panels'

/** Tells whether nothing has been chosen yet that the panel could show. Only its composer is told so. */
export function isUnfinished(panel: Panel): boolean {
  switch (panel.kind) {
    case 'picture':
    case 'plan':
      return panel.picture === ''
    case 'number':
    case 'gauge':
      return panel.series.deviceId === ''
    case 'chart':
      return panel.series.length === 0
    case 'indicators':
      return panel.of === 'key' ? panel.key === '' : panel.series.length === 0
    case 'text':
      return panel.text === ''
    default:
      return false
  }
}
