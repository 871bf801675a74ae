import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {KeyboardEvent} from 'react'
import {NAME_LENGTH} from '../../../../contract/limits'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import type {DeviceLabelRef} from '../../../machines/media/deviceLabel'
import type {MediaRef} from '../../../machines/media/media'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {FormMessage} from '../../kit/form/FormMessage'
import {buttons} from '../../kit/text/texts'
import dialog from '../screen/Dialog.module.css'
import {texts} from '../texts'
import styles from './Devices.module.css'

interface Props {
  media: MediaRef
  device: DeviceEntry
  /** Undefined while it is not edited. */
  label: DeviceLabelRef | undefined
  mayEdit: boolean
}

/** The label, and the field in its place while it is edited. */
export function LabelCell({media, device, label, mayEdit}: Props) {
  if (label !== undefined) return <LabelField label={label} device={device} />
  if (!mayEdit) return <bdi>{device.label ?? '–'}</bdi>
  return (
    <button
      type="button"
      className={styles.label}
      title={texts.devices.editLabel(device.name)}
      aria-label={`${device.label ?? texts.devices.none}. ${texts.devices.editLabel(device.name)}`}
      onClick={() => media.send({type: 'label.edited', device})}
    >
      <bdi>{device.label || '–'}</bdi>
    </button>
  )
}

function LabelField({label, device: {name}}: {label: DeviceLabelRef; device: DeviceEntry}) {
  const typed = useSelector(label, ({context}) => context.typed)
  const isTroubled = useSelector(label, s => s.matches('conflict') || s.matches('failed'))
  const onKeyDown = ({key}: KeyboardEvent) => {
    if (key === 'Enter') label.send({type: 'field.left'})
    if (key === 'Escape') label.send({type: 'cancelled'})
  }
  return (
    <>
      <input
        ref={takeFocus}
        className={styles.labelField}
        aria-label={texts.devices.labelOf(name)}
        maxLength={NAME_LENGTH}
        value={typed}
        onChange={({currentTarget}) => label.send({type: 'label.typed', label: currentTarget.value})}
        onKeyDown={onKeyDown}
        onBlur={() => label.send({type: 'field.left'})}
      />
      {isTroubled && <Trouble label={label} name={name} />}
    </>
  )
}

const conflictText = (theirs: string): string =>
  theirs === '' ? texts.devices.labelRemoved : texts.devices.conflict(theirs)

const takeFocus = (field: HTMLInputElement | null) => field?.select()

function Trouble({label, name}: {label: DeviceLabelRef; name: string}) {
  const message = useSelector(label, ({context}) => context.message)
  const theirs = useSelector(label, ({context}) => context.stored?.label ?? '')
  const isConflict = useSelector(label, s => s.matches('conflict'))
  return (
    <PlainDialog title={texts.devices.labelOf(name)} place="middle" onClose={() => label.send({type: 'cancelled'})}>
      <div className={dialog.dialog}>
        <FormMessage
          kind={isConflict ? 'noted' : 'failed'}
          message={isConflict ? conflictText(theirs) : (message ?? '')}
        />
        <div className={dialog.buttons}>
          <Button
            variant="default"
            onClick={() => label.send(isConflict ? {type: 'theirs.taken'} : {type: 'cancelled'})}
          >
            {isConflict ? texts.devices.theirs : buttons.cancel}
          </Button>
          <Button data-autofocus onClick={() => label.send({type: 'confirmed'})}>
            {isConflict ? texts.devices.mine : buttons.retry}
          </Button>
        </div>
      </div>
    </PlainDialog>
  )
}
