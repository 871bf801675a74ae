import {NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {LIVES, type Life, OVERLAPS, type Overlap} from '../../../domain/console/deviceCredentials'
import type {CredentialsRef} from '../../../machines/console/record/credentials'
import {Confirmation} from '../../kit/dialog/ConfirmDialog'
import {texts} from './texts'

interface Props {
  credentials: CredentialsRef
  onGone: () => void
}

export function Deletion({credentials, onGone}: Props) {
  return (
    <Confirmation
      machine={credentials}
      state="deleting"
      confirmed="deletion.confirmed"
      texts={texts.deletion}
      onGone={onGone}
    >
      <p>{texts.deletion.question}</p>
    </Confirmation>
  )
}

export function Replacement({credentials, onGone}: Props) {
  const overlap = useSelector(credentials, ({context}) => context.chosen.overlap)
  return (
    <Confirmation
      machine={credentials}
      state="replacing"
      confirmed="replacement.confirmed"
      isHarmless
      texts={texts.replacement}
      busy={texts.replacement.sending}
      onGone={onGone}
    >
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
    </Confirmation>
  )
}

export function Limiting({credentials, onGone}: Props) {
  return (
    <Confirmation
      machine={credentials}
      state="limiting"
      confirmed="life.confirmed"
      isHarmless
      texts={texts.limiting}
      busy={texts.limiting.sending}
      onGone={onGone}
    >
      <p>{texts.limiting.lead}</p>
      <LifeChoice credentials={credentials} label={texts.limiting.life} />
    </Confirmation>
  )
}

export function FormerEnd({credentials, onGone}: Props) {
  return (
    <Confirmation
      machine={credentials}
      state="endingFormer"
      confirmed="formerEnd.confirmed"
      texts={texts.formerEnd}
      busy={texts.formerEnd.sending}
      onGone={onGone}
    >
      <p>{texts.formerEnd.question}</p>
    </Confirmation>
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
