import {useSelector} from '@xstate/react'
import {CLOCK_TOLERANCE} from '../../../../contract/limits'
import {ageOf} from '../../../domain/format/age'
import {receiptOf} from '../../../domain/media/screenReport'
import type {DeviceStatusRef} from '../../../machines/media/deviceStatus'
import styles from '../screen/Media.module.css'
import {texts} from '../texts'
import {receiptText} from './Receipt'

/** The report of a device's player, besides its heartbeat. */
export function ScreenFacts({status, deviceId}: {status: DeviceStatusRef; deviceId: string}) {
  const report = useSelector(status, ({context}) => context.reports.get(deviceId))
  const revision = useSelector(status, ({context}) => context.revisions.get(deviceId) ?? null)
  const clockError = report?.clockError ?? 0
  return (
    <ul className={styles.facts}>
      <li>{receiptText(receiptOf(report, revision))}</li>
      {report && Math.abs(clockError) > CLOCK_TOLERANCE && (
        <li>{texts.reason[clockError < 0 ? 'behind' : 'ahead'](ageOf(0, Math.abs(clockError)))}</li>
      )}
    </ul>
  )
}
