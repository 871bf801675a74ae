import type {CustomerNames} from '../../../../domain/telemetry/devices/device'
import {type Grouping, STATUSES} from '../../../../domain/telemetry/devices/navigatorView'
import type {Freshness} from '../../../../domain/telemetry/readings/freshness'
import {texts as freshnessTexts} from '../../freshness/texts'
import {texts} from '../texts'

export const statusWord = (status: Freshness): string => freshnessTexts[status]

export function groupTitle(grouping: Grouping, value: string | null, customers: CustomerNames): string {
  if (value === null) return withoutValue(grouping)
  if (grouping === 'customer') return customers.get(value) ?? value
  const status = grouping === 'status' ? STATUSES.find(each => each === value) : undefined
  return status === undefined ? value : statusWord(status)
}

function withoutValue(grouping: Grouping): string {
  const {noCustomer, noLabel, noType} = texts.devices
  return grouping === 'customer' ? noCustomer : grouping === 'label' ? noLabel : noType
}
