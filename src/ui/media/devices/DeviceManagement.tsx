import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {CLOCK_TOLERANCE} from '../../../../contract/limits'
import {ageOf} from '../../../domain/format/age'
import type {DeviceStatusRef} from '../../../machines/media/deviceStatus'
import type {MediaRef} from '../../../machines/media/media'
import {useHasAdditions} from '../../kit/application'
import mediaStyles from '../screen/Media.module.css'
import {Section} from '../screen/Section'
import {texts} from '../texts'
import styles from './DeviceManagement.module.css'
import {PairingDialog} from './PairingDialog'
import {ScreenMark} from './ScreenMark'
import {SecondPlayer} from './SecondPlayer'

/** The actions on the chosen device as a screen. */
export function DeviceManagement({media}: {media: MediaRef}) {
  const device = useSelector(media, s => s.context.devices.find(({id}) => id === s.context.view.deviceId))
  const status = useSelector(media, s => s.children.status)
  const pairing = useSelector(media, s => s.children.pairing)
  const hasAdditions = useHasAdditions()
  const pair = (deviceId: string | null) => media.send({type: 'pairing.opened', deviceId})
  return (
    <Section title={texts.management.title}>
      {device === undefined ? (
        <p className={mediaStyles.hint}>{texts.management.choose}</p>
      ) : (
        <>
          <p className={styles.subject}>
            <bdi>{device.name}</bdi>
          </p>
          {status !== undefined && <ScreenFacts media={media} status={status} deviceId={device.id} />}
        </>
      )}
      <div className={styles.tools}>
        {(device !== undefined || hasAdditions) && (
          <Button variant="default" size="xs" onClick={() => pair(device?.id ?? null)}>
            {texts.management.pair}
          </Button>
        )}
        {device !== undefined && hasAdditions && (
          <Button variant="default" size="xs" onClick={() => pair(null)}>
            {texts.management.pairNew}
          </Button>
        )}
      </div>
      {pairing !== undefined && <PairingDialog media={media} pairing={pairing} />}
    </Section>
  )
}

/** The report of a device's player, besides its heartbeat. */
function ScreenFacts({media, status, deviceId}: {media: MediaRef; status: DeviceStatusRef; deviceId: string}) {
  const report = useSelector(status, ({context}) => context.reports.get(deviceId))
  const clockError = report?.clockError ?? 0
  return (
    <ul className={styles.facts}>
      <li>
        <ScreenMark media={media} status={status} deviceId={deviceId} isDetailed />
      </li>
      <li>
        <SecondPlayer status={status} deviceId={deviceId} />
      </li>
      {report && Math.abs(clockError) > CLOCK_TOLERANCE && (
        <li>{texts.reason[clockError < 0 ? 'behind' : 'ahead'](ageOf(0, Math.abs(clockError)))}</li>
      )}
    </ul>
  )
}
