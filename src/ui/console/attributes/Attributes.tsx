import {Button, Tabs} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {type ReactNode, useMemo, useRef, useState} from 'react'
import {
  isSecondPlayerThere,
  SECOND_PLAYER_ATTRIBUTE,
  secondPlayerFrom,
} from '../../../../contract/rules/media/secondPlayer'
import {type ScopeName, scopeName} from '../../../../contract/rules/scopeName'
import type {EpochMs} from '../../../../contract/wire/common'
import type {AttributeScope} from '../../../../contract/wire/entities/attribute'
import {type Attribute, type AttributeOwner, attributesIn, withoutForms} from '../../../domain/console/attribute'
import {secondPlayerText} from '../../../domain/secondPlayer'
import type {AttributesRef} from '../../../machines/console/record/attributes'
import {useApplication} from '../../kit/application'
import {Confirmation} from '../../kit/dialog/ConfirmDialog'
import {Failure} from '../../kit/form/Failure'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {StatusMark} from '../../kit/mark/StatusMark'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {RowButton} from '../../kit/table/RowButton'
import {TimeText} from '../../kit/text/TimeText'
import {useConsole} from '../logic'
import {AttributeDialog} from './AttributeDialog'
import styles from './Attributes.module.css'
import {AttributeValueView} from './AttributeValueView'
import {texts} from './texts'

export function Attributes({isReadOnly = false, ...owner}: AttributeOwner & {isReadOnly?: boolean}) {
  return <RunningAttributes key={`${owner.kind} ${owner.id}`} owner={owner} isReadOnly={isReadOnly} />
}

function RunningAttributes({owner, isReadOnly}: {owner: AttributeOwner; isReadOnly: boolean}) {
  const logic = useConsole()
  const attributes = useActorRef(logic.attributes, {input: {owner, now: logic.now()}})
  const addButton = useRef<HTMLButtonElement>(null)
  const key = useSelector(attributes, ({context}) => context.chosen?.key ?? '')
  const isThere = useSelector(attributes, s => !s.matches('loading') && !s.matches('failed'))
  const isRefreshing = useSelector(attributes, s => s.matches({shown: 'refreshing'}))
  return (
    <Panel
      title={texts.title}
      actions={
        isThere && (
          <div className={styles.actions}>
            <Button
              size="xs"
              variant="default"
              aria-disabled={isRefreshing}
              aria-busy={isRefreshing}
              onClick={() => attributes.send({type: 'refresh.requested'})}
            >
              {isRefreshing ? texts.refreshing : texts.refresh}
            </Button>
            {!isReadOnly && (
              <Button ref={addButton} size="xs" onClick={() => attributes.send({type: 'add.requested'})}>
                {texts.add}
              </Button>
            )}
          </div>
        )
      }
    >
      <LoadedAttributes attributes={attributes}>
        {owner.kind === 'device' && <SecondPlayer attributes={attributes} />}
        <ScopeTabs attributes={attributes} isReadOnly={isReadOnly} />
      </LoadedAttributes>
      <AttributeDialog attributes={attributes} />
      <Confirmation
        machine={attributes}
        state="deleting"
        confirmed="deletion.confirmed"
        texts={texts.deletion}
        onGone={() => addButton.current?.focus()}
      >
        <p>{texts.deletion.question(key)}</p>
      </Confirmation>
    </Panel>
  )
}

/** Shows why attributes could not be read; else what is shown of them. */
export function LoadedAttributes({attributes, children}: {attributes: AttributesRef; children: ReactNode}) {
  const isLoading = useSelector(attributes, s => s.matches('loading'))
  const {isFailed, isRetrying} = useFailure(attributes)
  const isShown = useSelector(attributes, s => s.matches('shown'))
  if (isLoading && !isFailed)
    return (
      <p className={styles.note} role="status">
        {texts.loading}
      </p>
    )
  return (
    <>
      {(isFailed || isShown) && <Failure machine={attributes} />}
      {isFailed ? (
        <RetryButton size="xs" isBusy={isRetrying} onClick={() => attributes.send({type: 'retry.requested'})} />
      ) : (
        children
      )}
    </>
  )
}

/** Says that a second player tried to report for a screen, which the server notes in an attribute. */
function SecondPlayer({attributes}: {attributes: AttributesRef}) {
  const {formats} = useApplication()
  const refusedAt = useSelector(attributes, ({context: {attributes, now}}) => {
    const noted = attributesIn(attributes, CLIENT).find(({key}) => key === SECOND_PLAYER_ATTRIBUTE)
    const at = secondPlayerFrom(noted?.value.value)
    return isSecondPlayerThere(at, now) ? at : null
  })
  if (refusedAt === null) return null
  return (
    <p>
      <StatusMark status="warning">{secondPlayerText(refusedAt, formats)}</StatusMark>
    </p>
  )
}

const CLIENT: AttributeScope = 0

/** In the order of the tabs, which the specification begins with the shared scope. */
const SCOPES = [
  {name: 'shared', scope: 2},
  {name: 'server', scope: 1},
  {name: 'client', scope: CLIENT},
] as const satisfies readonly {name: ScopeName; scope: AttributeScope}[]

interface Props {
  attributes: AttributesRef
  isReadOnly: boolean
}

function ScopeTabs({attributes, isReadOnly}: Props) {
  const scope = useSelector(attributes, ({context}) => context.scope)
  const all = useSelector(attributes, ({context}) => context.attributes)
  const kind = useSelector(attributes, ({context}) => context.owner.kind)
  const [isAll, setIsAll] = useState(false)
  const plain = useMemo(() => withoutForms(all, kind), [all, kind])
  const shown = isAll ? all : plain
  return (
    <Tabs
      value={scopeName(scope)}
      onChange={name => {
        const chosen = SCOPES.find(known => known.name === name)
        if (chosen !== undefined) attributes.send({type: 'scope.chosen', scope: chosen.scope})
      }}
    >
      <Tabs.List aria-label={texts.scopesLabel}>
        {SCOPES.map(known => (
          <Tabs.Tab key={known.name} value={known.name}>
            {texts.scopes[known.name]} <span className={styles.count}>{attributesIn(shown, known.scope).length}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SCOPES.map(known => (
        <Tabs.Panel key={known.name} value={known.name} className={styles.scope}>
          {known.scope === scope && (
            <Scope attributes={attributes} isReadOnly={isReadOnly} scope={known.scope} shown={shown} />
          )}
        </Tabs.Panel>
      ))}
      {plain.length < all.length && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isAll}
          className={styles.all ?? ''}
          onClick={() => setIsAll(!isAll)}
        >
          {isAll ? texts.withoutForms : texts.all(all.length - plain.length)}
        </Button>
      )}
    </Tabs>
  )
}

interface ScopeProps extends Props {
  scope: (typeof SCOPES)[number]['scope']
  shown: readonly Attribute[]
}

function Scope({attributes, isReadOnly, scope, shown}: ScopeProps) {
  const columns = useMemo(
    () => columnsOf(attributes).filter(({name}) => !isReadOnly || name !== 'actions'),
    [attributes, isReadOnly],
  )
  const rows = attributesIn(shown, scope)
  if (rows.length === 0) return <p className={styles.note}>{texts.empty[scopeName(scope)]}</p>
  return (
    <DataTable
      className={styles.table}
      label={`${texts.title}: ${texts.scopes[scopeName(scope)]}`}
      columns={columns}
      rows={rows}
      keyOf={({key}) => key}
    />
  )
}

const columnsOf = (attributes: AttributesRef): DataColumn<Attribute>[] => [
  {
    name: 'key',
    head: texts.columns.key,
    isRowHeader: true,
    cell: attribute => <KeyCell attributes={attributes} attribute={attribute} />,
  },
  {name: 'value', head: texts.columns.value, cell: ({value}) => <AttributeValueView value={value} />},
  {name: 'type', head: texts.columns.type, className: styles.wide, cell: ({value}) => texts.types[value.type]},
  {
    name: 'updated',
    head: texts.columns.updated,
    isNumber: true,
    className: styles.wide,
    cell: ({updatedAt}) => <Age attributes={attributes} updatedAt={updatedAt} />,
  },
  {
    name: 'version',
    head: texts.columns.version,
    isNumber: true,
    className: styles.wide,
    cell: ({version}) => version ?? texts.none,
  },
  {
    name: 'actions',
    head: texts.columns.actions,
    className: styles.rowActions,
    cell: attribute => <RowActions attributes={attributes} attribute={attribute} />,
  },
]

interface CellProps {
  attributes: AttributesRef
  attribute: Attribute
}

function KeyCell({attributes, attribute: {key, value, version, updatedAt}}: CellProps) {
  return (
    <>
      {key}
      <span className={styles.narrow}>
        {texts.types[value.type]} · <Age attributes={attributes} updatedAt={updatedAt} />
        {version !== null && ` · ${texts.version(version)}`}
      </span>
    </>
  )
}

function RowActions({attributes, attribute}: CellProps) {
  const {key} = attribute
  return (
    <>
      <RowButton text={texts.edit} name={key} onClick={() => attributes.send({type: 'edit.requested', attribute})} />
      <RowButton
        text={texts.delete}
        name={key}
        onClick={() => attributes.send({type: 'delete.requested', attribute})}
      />
    </>
  )
}

interface AgeProps {
  attributes: AttributesRef
  updatedAt: EpochMs | null
}

/** A component of its own, so that a tick of the clock renders only the ages whose words change. */
function Age({attributes, updatedAt}: AgeProps) {
  const {formats} = useApplication()
  const age = useSelector(attributes, ({context}) =>
    updatedAt === null ? texts.none : formats.relative(updatedAt, context.now),
  )
  return updatedAt === null ? age : <TimeText at={updatedAt}>{age}</TimeText>
}
