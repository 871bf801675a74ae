import {Button, NativeSelect} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {type ReactNode, type Ref, useRef} from 'react'
import type {SnapshotFrom} from 'xstate'
import {LIVES, type Life, OVERLAPS, type Overlap} from '../../../domain/console/deviceCredentials'
import {type ConsoleRecord, nameOf} from '../../../domain/console/records/description'
import {devices} from '../../../domain/console/records/devices'
import {typedText} from '../../../domain/console/records/draft'
import type {CurrentUser} from '../../../domain/user'
import type {CredentialsLogic, CredentialsRef} from '../../../machines/console/record/credentials'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {useApplication, useHasAdditions} from '../../kit/application'
import {Confirmation} from '../../kit/dialog/ConfirmDialog'
import {Failure} from '../../kit/form/Failure'
import {LazyPart} from '../../kit/loading/LazyPart'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {StatusMark} from '../../kit/mark/StatusMark'
import {Panel} from '../../kit/Panel'
import {CopyButton} from '../../kit/text/CopyButton'
import {TimeText} from '../../kit/text/TimeText'
import {buttons} from '../../kit/text/texts'
import {DeviceStatus} from '../../telemetry/freshness/DeviceStatus'
import {useConsole} from '../logic'
import styles from './Device.module.css'
import {LatestValues} from './LatestValues'
import {SendValue} from './SendValue'
import {texts} from './texts'

interface Props {
  record: ConsoleRecord
  /** The panels that every record has are in the same columns, so that no panel leaves a hole beside it. */
  overview: ReactNode
  attributes: ReactNode
  thresholds: ReactNode
}

export function DevicePanels(props: Props) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningPanels key={props.record.id} {...props} user={user} />
}

function RunningPanels({record, overview, attributes, thresholds, user}: Props & {user: CurrentUser}) {
  const {config} = useApplication()
  const logic = useConsole()
  const device = {id: record.id, name: nameOf(devices, record)}
  const values = useActorRef(logic.deviceValues, {
    input: {user, lateAfter: config.lateAfter, device, openedAt: logic.now()},
  })
  const hasAdditions = useHasAdditions()
  const latest = useSelector(values, s => s.children.devices)
  const credentials = useActorRef(logic.credentials, {input: {deviceId: record.id}})
  if (latest === undefined) return null
  return (
    <>
      <Status devices={latest} deviceId={record.id} />
      {hasAdditions && <Maintenance record={record} />}
      <div className={styles.panels}>
        <div className={styles.column}>
          <LatestValues devices={latest} deviceId={record.id} />
          {overview}
          {hasAdditions && (
            <LazyPart load={logic.commands}>{Commands => <Commands deviceId={record.id} devices={latest} />}</LazyPart>
          )}
        </div>
        <div className={styles.column}>
          <Credentials credentials={credentials} />
          <SendValue credentials={credentials} values={values} devices={latest} deviceId={record.id} />
          {thresholds}
          {attributes}
        </div>
      </div>
    </>
  )
}

function Maintenance({record: {id, values}}: Pick<Props, 'record'>) {
  const {deviceMaintenance} = useConsole()
  const textOf = (name: string) => typedText(values[name]) || null
  const device = {
    id,
    organisationId: textOf('organisationId'),
    customerId: textOf('customerId'),
    label: textOf('label'),
  }
  return (
    <div className={styles.maintenance} data-alarm-keys>
      <LazyPart load={deviceMaintenance} waiting="" isQuiet>
        {DeviceMaintenance => <DeviceMaintenance device={device} />}
      </LazyPart>
    </div>
  )
}

function Status({devices, deviceId}: {devices: DevicesRef; deviceId: string}) {
  const hasAdditions = useHasAdditions()
  const device = useSelector(devices, ({context}) => context.devices[0])
  return (
    <p className={styles.status}>
      {texts.status} {device !== undefined && <DeviceStatus devices={devices} device={device} />}
      {hasAdditions && <ConnectionMark deviceId={deviceId} />}
    </p>
  )
}

/** Shows whether the device is connected by MQTT, and nothing of one that never was. */
function ConnectionMark({deviceId}: {deviceId: string}) {
  const {formats} = useApplication()
  const machine = useActorRef(useConsole().connection, {input: {deviceId}})
  const connection = useSelector(machine, ({context}) => context.connection)
  if (connection === null) return null
  if (connection === 'unread') return <StatusMark status="notRead">{texts.connection.unread}</StatusMark>
  if (connection.state === 'never') return null
  const since = formats.dateTime(connection.since, 'minute')
  return <StatusMark status={MARKS[connection.state]}>{texts.connection[connection.state](since)}</StatusMark>
}

const MARKS = {connected: 'ok', disconnected: 'off', unknown: 'notRead'} as const

function Credentials({credentials}: {credentials: CredentialsRef}) {
  const isAsking = useSelector(credentials, isInDialog)
  const createButton = useRef<HTMLButtonElement>(null)
  const replaceButton = useRef<HTMLButtonElement>(null)
  return (
    <Panel title={texts.credentials.title}>
      {!isAsking && <Failure machine={credentials} />}
      <Content credentials={credentials} createButton={createButton} replaceButton={replaceButton} />
      <Deletion credentials={credentials} onGone={() => createButton.current?.focus()} />
      <Replacement credentials={credentials} onGone={() => replaceButton.current?.focus()} />
      <Limiting credentials={credentials} onGone={() => replaceButton.current?.focus()} />
      <FormerEnd credentials={credentials} onGone={() => replaceButton.current?.focus()} />
    </Panel>
  )
}

const isInDialog = (snapshot: SnapshotFrom<CredentialsLogic>) =>
  (['deleting', 'replacing', 'limiting', 'endingFormer'] as const).some(state => snapshot.matches(state))

interface CredentialsProps {
  credentials: CredentialsRef
  createButton: Ref<HTMLButtonElement>
}

function Content({replaceButton, ...props}: CredentialsProps & {replaceButton: Ref<HTMLButtonElement>}) {
  const {credentials} = props
  const isLoading = useSelector(credentials, s => s.matches('loading'))
  const {isFailed, isRetrying} = useFailure(credentials)
  const isThere = useSelector(credentials, s => s.matches('present') || isInDialog(s))
  if (isThere) return <AccessToken credentials={credentials} replaceButton={replaceButton} />
  if (isLoading && !isFailed)
    return (
      <div className={styles.awaited}>
        <p className={styles.note} role="status">
          {texts.credentials.loading}
        </p>
      </div>
    )
  if (isFailed)
    return <RetryButton size="xs" isBusy={isRetrying} onClick={() => credentials.send({type: 'retry.requested'})} />
  return <None {...props} />
}

function None({credentials, createButton}: CredentialsProps) {
  const isCreating = useSelector(credentials, s => s.matches('creating'))
  return (
    <>
      <p className={styles.note}>{texts.credentials.none}</p>
      <Button
        ref={createButton}
        size="xs"
        aria-disabled={isCreating}
        aria-busy={isCreating}
        onClick={() => credentials.send({type: 'create.requested'})}
      >
        {isCreating ? texts.credentials.creating : texts.credentials.create}
      </Button>
    </>
  )
}

function AccessToken({
  credentials,
  replaceButton,
}: {
  credentials: CredentialsRef
  replaceButton: Ref<HTMLButtonElement>
}) {
  const isReplaceable = useHasAdditions()
  const found = useSelector(credentials, ({context}) => context.credentials)
  const isRevealed = useSelector(credentials, s => s.matches({present: 'revealed'}))
  if (found === null) return null
  return (
    <dl className={styles.credentials}>
      <dt>{texts.credentials.accessToken}</dt>
      <dd>
        {isRevealed ? <code>{found.accessToken}</code> : <span>{texts.credentials.hidden}</span>}
        <span className={styles.actions}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={isRevealed ? texts.credentials.hideWhat : texts.credentials.showWhat}
            onClick={() => credentials.send({type: isRevealed ? 'hide.requested' : 'show.requested'})}
          >
            {isRevealed ? texts.credentials.hide : texts.credentials.show}
          </Button>
          <CopyButton what={texts.credentials.accessToken} value={found.accessToken} />
          {isReplaceable && (
            <Button
              ref={replaceButton}
              size="compact-xs"
              variant="default"
              aria-label={texts.credentials.replaceWhat}
              onClick={() => credentials.send({type: 'replacement.requested'})}
            >
              {texts.credentials.replace}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.credentials.deleteWhat}
            onClick={() => credentials.send({type: 'delete.requested'})}
          >
            {buttons.delete}
          </Button>
        </span>
      </dd>
      {found.createdAt !== null && (
        <>
          <dt>{texts.credentials.created}</dt>
          <dd>
            <TimeText at={found.createdAt} />
          </dd>
        </>
      )}
      {isReplaceable && (
        <>
          <dt>{texts.credentials.ends}</dt>
          <dd>
            {found.expiresAt === null ? texts.credentials.never : <TimeText at={found.expiresAt} />}
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.credentials.changeWhat}
              onClick={() => credentials.send({type: 'life.requested'})}
            >
              {texts.credentials.change}
            </Button>
          </dd>
        </>
      )}
      {found.formerUntil !== null && (
        <>
          <dt>{texts.credentials.former}</dt>
          <dd>
            <TimeText at={found.formerUntil} />
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.credentials.endFormerWhat}
              onClick={() => credentials.send({type: 'formerEnd.requested'})}
            >
              {texts.credentials.endFormer}
            </Button>
          </dd>
        </>
      )}
    </dl>
  )
}

interface DeletionProps {
  credentials: CredentialsRef
  onGone: () => void
}

function Deletion({credentials, onGone}: DeletionProps) {
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

function Replacement({credentials, onGone}: DeletionProps) {
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

function Limiting({credentials, onGone}: DeletionProps) {
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

function FormerEnd({credentials, onGone}: DeletionProps) {
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
