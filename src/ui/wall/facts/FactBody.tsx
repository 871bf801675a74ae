import {useSelector} from '@xstate/react'
import {mayRead} from '../../../domain/wall/facts/facts'
import type {FactPanel} from '../../../domain/wall/facts/kinds'
import type {BodyProps} from '../panels/painting'
import {Message} from '../panels/WholeRows'
import {AvailabilityBody} from './AvailabilityBody'
import {ChangesBody} from './ChangesBody'
import {ComparisonBody} from './ComparisonBody'
import {LateBody} from './LateBody'
import {ScreensBody} from './ScreensBody'
import {texts} from './texts'
import {UnusualBody} from './UnusualBody'

/** The contents of panels that show more of devices than their latest values. */
export function FactBody({panel, ...others}: BodyProps<FactPanel>) {
  const {organisationId, authority} = useSelector(others.wall, s => s.context.user)
  if (!mayRead(panel.kind, authority)) return <Message>{texts.withheld.refused}</Message>
  switch (panel.kind) {
    case 'unusual':
      return <UnusualBody panel={panel} {...others} />
    case 'late':
      return <LateBody panel={panel} {...others} />
    case 'comparison':
      return <ComparisonBody panel={panel} {...others} />
    default:
      break
  }
  if (organisationId === null) return <Message>{texts.withheld.refused}</Message>
  switch (panel.kind) {
    case 'availability':
      return <AvailabilityBody panel={panel} organisationId={organisationId} {...others} />
    case 'screens':
      return <ScreensBody panel={panel} organisationId={organisationId} {...others} />
    case 'changes':
      return <ChangesBody panel={panel} organisationId={organisationId} {...others} />
    default:
      return panel satisfies never
  }
}
