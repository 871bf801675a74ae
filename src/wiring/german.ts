import {german as records} from '../domain/console/records/texts.de'
import type {Translation} from '../domain/language'
import {german as listViews} from '../ui/console/list/viewTexts.de'
import {german as table} from '../ui/kit/table/texts.de'
import {german as timeRange} from '../ui/kit/timeRange/texts.de'
import {german as shell} from '../ui/shell/texts.de'

/** The texts of every area in German, loaded by those who want German. */
export const german: Translation = {
  shell,
  'kit.table': table,
  'kit.timeRange': timeRange,
  'console.list.viewTexts': listViews,
  'console.records': records,
}
