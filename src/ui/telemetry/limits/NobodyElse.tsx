import {useSelector} from '@xstate/react'
import {texts} from '../../../domain/telemetry/texts'
import type {DevicesRef} from '../../../machines/telemetry/devices'

/** Says that a value beyond its limits is seen here alone, where the server keeps no alarms. */
export function NobodyElse({devices, className}: {devices: DevicesRef; className: string | undefined}) {
  const isSeenHereAlone = useSelector(
    devices,
    ({context: {severities, capabilities}}) => severities.size > 0 && capabilities.alarms !== true,
  )
  return isSeenHereAlone ? <p className={className}>{texts.nobodyElse}</p> : null
}
