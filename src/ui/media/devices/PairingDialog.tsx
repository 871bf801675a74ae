import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {NAME_LENGTH, PAIRING_CODE_LENGTH} from '../../../../contract/limits'
import {proposedName} from '../../../domain/media/pairing'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import type {MediaRef} from '../../../machines/media/media'
import type {PairingRef} from '../../../machines/media/pairing'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {FormMessage} from '../../kit/form/FormMessage'
import dialog from '../screen/Dialog.module.css'
import {texts} from '../texts'

interface Props {
  media: MediaRef
  pairing: PairingRef
}

/** Asks for the code of a screen, which becomes a device that is there or a new one. */
export function PairingDialog({media, pairing}: Props) {
  return (
    <PlainDialog title={texts.management.pair} place="middle" onClose={() => media.send({type: 'pairing.closed'})}>
      <PairingForm media={media} pairing={pairing} />
    </PlainDialog>
  )
}

function PairingForm({media, pairing}: Props) {
  const isDone = useSelector(pairing, s => s.matches('done'))
  const isTaken = useSelector(pairing, s => s.matches('taken'))
  const isBusy = useSelector(pairing, s => s.matches('submitting'))
  const message = useSelector(pairing, ({context}) => context.message)
  const sent = useSelector(pairing, ({context}) => context.sent)
  const organisationId = useSelector(media, ({context}) => context.user.organisationId ?? '')
  const devices = useSelector(media, ({context}) => context.devices)
  const deviceId = useSelector(pairing, ({context}) => context.deviceId)
  const device = devices.find(({id}) => id === deviceId)
  if (isDone) return <FormMessage kind="done" message={message ?? ''} />
  const isNew = device === undefined || isTaken || sent?.kind === 'new'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [code, name] = ['code', 'name'].map(field => String(form.get(field) ?? '').trim())
    pairing.send({
      type: 'form.submitted',
      values: isNew
        ? {kind: 'new', code: code ?? '', name: name ?? '', organisationId}
        : {kind: 'device', code: code ?? '', deviceId: device.id, replace: false},
    })
  }
  return (
    <form className={dialog.dialog} onSubmit={submit}>
      {isTaken ? <p role="alert">{texts.management.taken}</p> : <p>{hintFor(isNew ? undefined : device)}</p>}
      <TextInput
        name="code"
        label={texts.management.code}
        required
        readOnly={isTaken}
        minLength={PAIRING_CODE_LENGTH}
        maxLength={PAIRING_CODE_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
      />
      {isNew && (
        <TextInput
          name="name"
          label={texts.management.name}
          required
          maxLength={NAME_LENGTH}
          autoComplete="off"
          defaultValue={proposedName(
            device?.name ?? texts.management.newName,
            devices.map(({name}) => name),
          )}
        />
      )}
      {message !== null && <FormMessage kind="failed" message={message} />}
      <div className={dialog.buttons}>
        {isTaken && (
          <Button variant="default" onClick={() => pairing.send({type: 'replacement.requested'})}>
            {texts.management.replace}
          </Button>
        )}
        <Button type="submit" aria-busy={isBusy}>
          {isTaken ? texts.management.another : texts.management.pair}
        </Button>
      </div>
    </form>
  )
}

const hintFor = (device: DeviceEntry | undefined): string =>
  device === undefined ? texts.management.newHint : texts.management.pairHint(device.name)
