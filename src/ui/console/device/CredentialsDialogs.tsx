import {NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {LIVES, type Life, OVERLAPS, type Overlap} from '../../../domain/console/deviceCredentials'
import type {CredentialsRef} from '../../../machines/console/credentials'
import {ConfirmDialog} from '../../kit/ConfirmDialog'
import {Failure} from '../../kit/Failure'
import {texts} from './texts'

interface Props {
  credentials: CredentialsRef
  onGone: () => void
}

export function Replacement({credentials, onGone}: Props) {
  const isOpen = useSelector(credentials, s => s.matches('replacing'))
  const isBusy = useSelector(credentials, s => s.matches({replacing: 'sending'}))
  const overlap = useSelector(credentials, ({context}) => context.chosen.overlap)
  return (
    <ConfirmDialog
      {...{isOpen, isBusy, onGone}}
      isHarmless
      title={texts.replacement.title}
      confirm={isBusy ? texts.replacement.sending : texts.replacement.confirm}
      onConfirm={() => credentials.send({type: 'replacement.confirmed'})}
      onCancel={() => credentials.send({type: 'dialog.closed'})}
    >
      <Failure of={credentials} />
      <p>{texts.replacement.lead}</p>
      <NativeSelect
        label={texts.replacement.overlap}
        value={overlap}
        data={Object.keys(OVERLAPS)
          .filter(isOverlap)
          .map(value => ({value, label: texts.replacement.overlaps[value]}))}
        onChange={({target: {value}}) => {
          if (isOverlap(value)) credentials.send({type: 'overlap.chosen', overlap: value})
        }}
      />
      <LifeChoice credentials={credentials} label={texts.replacement.life} />
    </ConfirmDialog>
  )
}

export function Limiting({credentials, onGone}: Props) {
  const isOpen = useSelector(credentials, s => s.matches('limiting'))
  const isBusy = useSelector(credentials, s => s.matches({limiting: 'sending'}))
  return (
    <ConfirmDialog
      {...{isOpen, isBusy, onGone}}
      isHarmless
      title={texts.limiting.title}
      confirm={isBusy ? texts.limiting.sending : texts.limiting.confirm}
      onConfirm={() => credentials.send({type: 'life.confirmed'})}
      onCancel={() => credentials.send({type: 'dialog.closed'})}
    >
      <Failure of={credentials} />
      <p>{texts.limiting.lead}</p>
      <LifeChoice credentials={credentials} label={texts.limiting.life} />
    </ConfirmDialog>
  )
}

export function FormerEnd({credentials, onGone}: Props) {
  const isOpen = useSelector(credentials, s => s.matches('endingFormer'))
  const isBusy = useSelector(credentials, s => s.matches({endingFormer: 'sending'}))
  return (
    <ConfirmDialog
      {...{isOpen, isBusy, onGone}}
      title={texts.formerEnd.title}
      confirm={isBusy ? texts.formerEnd.sending : texts.formerEnd.confirm}
      onConfirm={() => credentials.send({type: 'formerEnd.confirmed'})}
      onCancel={() => credentials.send({type: 'dialog.closed'})}
    >
      <Failure of={credentials} />
      <p>{texts.formerEnd.question}</p>
    </ConfirmDialog>
  )
}

function LifeChoice({credentials, label}: {credentials: CredentialsRef; label: string}) {
  const life = useSelector(credentials, ({context}) => context.chosen.life)
  return (
    <NativeSelect
      label={label}
      value={life}
      data={Object.keys(LIVES)
        .filter(isLife)
        .map(value => ({value, label: texts.lives[value]}))}
      onChange={({target: {value}}) => {
        if (isLife(value)) credentials.send({type: 'life.chosen', life: value})
      }}
    />
  )
}

const isOverlap = (value: string): value is Overlap => value in OVERLAPS
const isLife = (value: string): value is Life => value in LIVES
