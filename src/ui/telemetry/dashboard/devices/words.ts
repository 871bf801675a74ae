import type {Freshness} from '../../../../domain/telemetry/freshness'
import {type Grouping, STATUSES} from '../../../../domain/telemetry/navigatorView'
import {texts as freshnessTexts} from '../../freshness/texts'
import {texts} from '../texts'

export const statusWord = (status: Freshness): string => freshnessTexts[status]

export function groupTitle(grouping: Grouping, value: string | null): string {
  if (value === null) return grouping === 'label' ? texts.devices.noLabel : texts.devices.noType
  const status = grouping === 'status' ? STATUSES.find(each => each === value) : undefined
  return status === undefined ? value : statusWord(status)
}
