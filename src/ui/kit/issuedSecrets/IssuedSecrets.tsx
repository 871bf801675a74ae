import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {IssuedSecret} from '../../../domain/issuedSecret'
import type {IssuedSecretsLogic, IssuedSecretsRef} from '../../../machines/issuedSecrets'
import {ConfirmDialog} from '../dialog/ConfirmDialog'
import {Failure} from '../form/Failure'
import {RetryButton, useFailure} from '../loading/Retry'
import {type DataColumn, DataTable} from '../table/DataTable'
import {CopyButton} from '../text/CopyButton'
import {TimeText} from '../text/TimeText'
import styles from './IssuedSecrets.module.css'

export interface SecretsTexts {
  title: string
  hint: string
  loading: string
  retry: string
  none: string
  nameColumn: string
  issuedColumn: string
  actionsColumn: string
  by: (email: string) => string
  /** Before the secret, which is shown once. */
  issued: (name: string) => string
  /** The copied text. */
  secretName: string
  revoke: string
  revokeWhat: (name: string) => string
  question: (name: string) => string
  cancel: string
  confirm: string
  revoking: string
}

/** A column between the ones that all secrets have. */
export interface SecretsColumn<Secret, Choices> {
  head: string
  cell: (secret: Secret, choices: Choices) => ReactNode
}

interface Props<Secret extends IssuedSecret, Choices, NewSecret> {
  logic: IssuedSecretsLogic<Secret, Choices, NewSecret>
  organisationId: string | null
  texts: SecretsTexts
  columns: readonly SecretsColumn<Secret, Choices>[]
  form: (choices: Choices, isIssuing: boolean, issue: (request: NewSecret) => void) => ReactNode
  /** Shown when there are none. */
  empty?: ReactNode
  /** Explains the use of the new secret. Screen readers don't announce it, unlike the secret. */
  usage?: (plainText: string) => ReactNode
}

/** Secrets of an organisation or of the system: issued, copied once, revoked. */
export function IssuedSecrets<Secret extends IssuedSecret, Choices, NewSecret>(
  props: Props<Secret, Choices, NewSecret>,
) {
  const {logic, organisationId, texts} = props
  const secrets = useActorRef(logic, {input: {organisationId}})
  const isLoading = useSelector(secrets, s => s.matches('loading'))
  const {isFailed, isRetrying} = useFailure(secrets)
  const isAsking = useSelector(secrets, s => s.matches('revoking'))
  return (
    <div className={styles.secrets}>
      <p className={styles.note}>{texts.hint}</p>
      {!isAsking && <Failure machine={secrets} />}
      {isLoading && !isFailed && (
        <p role="status" className={styles.note}>
          {texts.loading}
        </p>
      )}
      {isFailed && (
        <RetryButton
          size="xs"
          isBusy={isRetrying}
          text={texts.retry}
          onClick={() => secrets.send({type: 'retry.requested'})}
        />
      )}
      {!isLoading && !isFailed && (
        <>
          <Issue secrets={secrets} {...props} />
          <Issued secrets={secrets} {...props} />
          <Table secrets={secrets} {...props} />
        </>
      )}
      <Revocation secrets={secrets} {...props} />
    </div>
  )
}

type Part<Secret extends IssuedSecret, Choices, NewSecret> = Props<Secret, Choices, NewSecret> & {
  secrets: IssuedSecretsRef<Secret, Choices, NewSecret>
}

function Issue<Secret extends IssuedSecret, Choices, NewSecret>({secrets, form}: Part<Secret, Choices, NewSecret>) {
  const choices = useSelector(secrets, s => s.context.choices)
  const isIssuing = useSelector(secrets, s => s.matches('issuing'))
  return form(choices, isIssuing, request => secrets.send({type: 'issue.requested', request}))
}

function Issued<Secret extends IssuedSecret, Choices, NewSecret>({
  secrets,
  texts,
  usage,
}: Part<Secret, Choices, NewSecret>) {
  const issued = useSelector(secrets, s => s.context.issued)
  if (issued === null) return null
  return (
    <div className={styles.issued}>
      <div role="status">
        <p className={styles.note}>{texts.issued(issued.secret.name)}</p>
        <code>{issued.plainText}</code>
        <CopyButton what={texts.secretName} value={issued.plainText} />
      </div>
      {usage?.(issued.plainText)}
    </div>
  )
}

function Table<Secret extends IssuedSecret, Choices, NewSecret>(props: Part<Secret, Choices, NewSecret>) {
  const {secrets, texts, columns, empty} = props
  const listed = useSelector(secrets, s => s.context.secrets)
  const choices = useSelector(secrets, s => s.context.choices)
  if (listed.length === 0) return empty ?? <p className={styles.note}>{texts.none}</p>
  return (
    <div className={columns.length > FEW_COLUMNS ? `${styles.room} ${styles.wide}` : styles.room}>
      <DataTable
        className={styles.table}
        label={texts.title}
        columns={columnsOf(props, choices)}
        rows={listed}
        keyOf={({id}) => id}
      />
    </div>
  )
}

const FEW_COLUMNS = 2

const columnsOf = <Secret extends IssuedSecret, Choices, NewSecret>(
  {secrets, texts, columns}: Part<Secret, Choices, NewSecret>,
  choices: Choices,
): DataColumn<Secret>[] => [
  {name: 'name', head: texts.nameColumn, isRowHeader: true, cell: ({name}) => <bdi>{name}</bdi>},
  ...columns.map(({head, cell}) => ({
    name: head,
    head,
    cell: (secret: Secret) => (
      <>
        <Label head={head} />
        {cell(secret, choices)}
      </>
    ),
  })),
  {
    name: 'issued',
    head: texts.issuedColumn,
    cell: ({issuedAt, issuedBy}) => (
      <>
        <Label head={texts.issuedColumn} />
        <TimeText at={issuedAt} /> <span className={styles.dim}>{texts.by(issuedBy)}</span>
      </>
    ),
  },
  {
    name: 'actions',
    head: texts.actionsColumn,
    cell: secret => (
      <Button
        size="xs"
        variant="default"
        aria-label={texts.revokeWhat(secret.name)}
        onClick={() => secrets.send({type: 'revocation.requested', secret})}
      >
        {texts.revoke}
      </Button>
    ),
  },
]

/** On a phone the rows have no heads of columns. */
const Label = ({head}: {head: string}) => <span className={styles.label}>{head}: </span>

function Revocation<Secret extends IssuedSecret, Choices, NewSecret>({
  secrets,
  texts,
}: Part<Secret, Choices, NewSecret>) {
  const isOpen = useSelector(secrets, s => s.matches('revoking'))
  const isBusy = useSelector(secrets, s => s.matches({revoking: 'sending'}))
  const asked = useSelector(secrets, s => s.context.asked)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isBusy={isBusy}
      title={asked === null ? texts.revoke : texts.revokeWhat(asked.name)}
      confirm={isBusy ? texts.revoking : texts.confirm}
      cancel={texts.cancel}
      onConfirm={() => secrets.send({type: 'revocation.confirmed'})}
      onCancel={() => secrets.send({type: 'question.cancelled'})}
    >
      <Failure machine={secrets} />
      <p>{texts.question(asked?.name ?? '')}</p>
    </ConfirmDialog>
  )
}
