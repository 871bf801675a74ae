import {useSelector} from '@xstate/react'
import {type Availability, budgetLeft, percentOf} from '../../../../contract/rules/availability'
import type {Milliseconds} from '../../../../contract/wire/common'
import {lengthOf} from '../../../domain/alarms/availability'
import {availabilityOf} from '../../../domain/wall/facts/availability'
import type {AvailabilityPanel} from '../../../domain/wall/facts/kinds'
import {useApplication} from '../../kit/application'
import type {BodyProps} from '../panels/painting'
import {FactsOf, useAsOf} from './FactsOf'
import {FactTable} from './FactTable'
import {texts as all} from './texts'

const texts = all.availability

interface Props extends BodyProps<AvailabilityPanel> {
  organisationId: string
}

export function AvailabilityBody({panel, wall, sources, organisationId}: Props) {
  const {formats} = useApplication()
  const asOf = useAsOf(wall)
  const zone = useSelector(wall, s => s.context.zone)
  const devices = useSelector(wall, s => s.context.board.devices)
  const percent = (value: number | null) => (value === null ? all.none : texts.percent(formats.exact(value)))
  const share = (amounts: Availability) => {
    const value = percentOf(amounts)
    return value === null ? texts.unknown : percent(value)
  }
  return (
    <FactsOf load={sources.facts} asked={{kind: 'availability', span: panel.span, organisationId, zone}}>
      {found => {
        if (found.kind !== 'availability') return null
        const {rows, total, devices: count} = availabilityOf(panel, {devices}, found)
        return (
          <FactTable
            lead={
              count === 0 ? texts.nothing : texts.total(share(total), formats.number(count), texts.spans[panel.span])
            }
            heads={[all.device, texts.share, texts.goal, texts.left]}
            rows={rows.map(({id, name, amounts, goal}) => ({
              id: id ?? '',
              name: name ?? '',
              cells: [share(amounts), percent(goal), left(goal === null ? null : budgetLeft(amounts, goal))],
            }))}
            foot={asOf(found)}
          />
        )
      }}
    </FactsOf>
  )
}

const left = (time: Milliseconds | null): string =>
  time === null ? all.none : time < 0 ? texts.overdrawn(lengthOf(-time)) : lengthOf(time)
