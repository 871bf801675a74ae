import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {CLOCK_TOLERANCE, PAIRING_CODE_LENGTH} from '../../../../contract/limits'
import {ageOf} from '../../../domain/format/age'
import type {DeviceStatusRef} from '../../../machines/media/deviceStatus'
import type {MediaRef} from '../../../machines/media/media'
import type {PairingRef} from '../../../machines/media/pairing'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {FormMessage} from '../../kit/form/FormMessage'
import dialog from '../screen/Dialog.module.css'
import styles from '../screen/Media.module.css'
import {Section} from '../screen/Section'
import {texts} from '../texts'
import {ScreenMark} from './ScreenMark'

/** The actions on the chosen device as a screen. */
export function DeviceManagement({media}: {media: MediaRef}) {
  const device = useSelector(media, s => s.context.devices.find(({id}) => id === s.context.view.deviceId))
  const status = useSelector(media, s => s.children.status)
  const pairing = useSelector(media, s => s.children.pairing)
  return (
    <Section title={texts.management.title}>
      {device === undefined ? (
        <p className={styles.hint}>{texts.management.choose}</p>
      ) : (
        <>
          <p className={styles.subject}>
            <bdi>{device.name}</bdi>
          </p>
          {status !== undefined && <ScreenFacts media={media} status={status} deviceId={device.id} />}
          <Button variant="default" size="xs" onClick={() => media.send({type: 'pairing.opened'})}>
            {texts.management.pair}
          </Button>
          {pairing !== undefined && (
            <PlainDialog
              title={texts.management.pair}
              place="middle"
              onClose={() => media.send({type: 'pairing.closed'})}
            >
              <PairingForm pairing={pairing} deviceId={device.id} name={device.name} />
            </PlainDialog>
          )}
        </>
      )}
    </Section>
  )
}

interface PairingProps {
  pairing: PairingRef
  deviceId: string
  name: string
}

function PairingForm({pairing, deviceId, name}: PairingProps) {
  const isDone = useSelector(pairing, s => s.matches('done'))
  const isBusy = useSelector(pairing, s => s.matches('submitting'))
  const message = useSelector(pairing, ({context}) => context.message)
  if (isDone) return <FormMessage kind="done" message={message ?? ''} />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    pairing.send({type: 'form.submitted', values: {deviceId, code: code.trim()}})
  }
  return (
    <form className={dialog.dialog} onSubmit={submit}>
      <p>{texts.management.pairHint(name)}</p>
      <TextInput
        name="code"
        label={texts.management.code}
        required
        minLength={PAIRING_CODE_LENGTH}
        maxLength={PAIRING_CODE_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
      />
      {message !== null && <FormMessage kind="failed" message={message} />}
      <div className={dialog.buttons}>
        <Button type="submit" aria-busy={isBusy}>
          {texts.management.pair}
        </Button>
      </div>
    </form>
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
      {report && Math.abs(clockError) > CLOCK_TOLERANCE && (
        <li>{texts.reason[clockError < 0 ? 'behind' : 'ahead'](ageOf(0, Math.abs(clockError)))}</li>
      )}
    </ul>
  )
}
