import {Button, NativeSelect} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import {HEADLINE_LEVELS, type Headline} from '../../../../contract/rules/headlines'
import {headlinesIn, offeredValues, storedHeadline, suggestedKeys} from '../../../domain/console/headlines'
import type {HeadlinesLogic, HeadlinesRef} from '../../../machines/console/headlines'
import {fieldOf, useForm} from '../../kit/form/fields'
import {EntriesList} from '../../kit/loading/EntriesList'
import {Panel} from '../../kit/Panel'
import {SuggestField} from '../../kit/picker/Picker'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {RowButton} from '../../kit/table/RowButton'
import {EditorDialog} from '../EditorDialog'
import type {OfOrganisation} from '../logic'
import styles from './Headlines.module.css'
import {texts} from './texts'

/** Lists the keys by which devices are known at a glance, and edits them. */
export function Headlines({logic, organisationId}: OfOrganisation & {logic: HeadlinesLogic}) {
  const headlines = useActorRef(logic, {input: {organisationId}})
  const addButton = useRef<HTMLButtonElement>(null)
  const isThere = useSelector(headlines, s => s.matches('loaded'))
  return (
    <Panel
      title={texts.title}
      actions={
        isThere && (
          <Button ref={addButton} size="xs" onClick={() => headlines.send({type: 'add.requested'})}>
            {texts.add}
          </Button>
        )
      }
    >
      <EntriesList entries={headlines} loading={texts.loading} className={styles.note}>
        <HeadlineTable headlines={headlines} />
      </EntriesList>
      <HeadlineDialog headlines={headlines} onGone={() => addButton.current?.focus()} />
    </Panel>
  )
}

const nameOf = ({by, value}: Omit<Headline, 'key'>): string => (by === 'all' ? texts.all : texts[by](value))

function HeadlineTable({headlines}: {headlines: HeadlinesRef}) {
  const loaded = useSelector(headlines, ({context}) => context.loaded)
  const rows = loaded === null ? [] : headlinesIn(loaded)
  if (rows.length === 0) return <p className={styles.note}>{texts.none}</p>
  return <DataTable label={texts.title} columns={columnsOf(headlines)} rows={rows} keyOf={nameOf} />
}

const columnsOf = (headlines: HeadlinesRef): DataColumn<Headline>[] => [
  {name: 'devices', head: texts.columns.devices, isRowHeader: true, cell: row => <bdi>{nameOf(row)}</bdi>},
  {name: 'key', head: texts.columns.key, cell: ({key}) => <bdi>{key}</bdi>},
  {
    name: 'actions',
    head: texts.columns.actions,
    className: styles.actions,
    cell: row => (
      <>
        <RowButton text={texts.edit} name={nameOf(row)} onClick={() => headlines.send({type: 'edit.requested', row})} />
        <RowButton
          text={texts.remove}
          name={nameOf(row)}
          onClick={() => headlines.send({type: 'deletion.requested', row})}
        />
      </>
    ),
  },
]

function HeadlineDialog({headlines, onGone}: {headlines: HeadlinesRef; onGone: () => void}) {
  const draft = useSelector(headlines, ({context}) => context.draft)
  const edited = useSelector(headlines, ({context}) => context.chosen) ?? draft
  const theirs = useSelector(headlines, ({context}) => storedHeadline(context.loaded, edited))
  const updatedAt = useSelector(headlines, ({context}) => context.loaded?.attribute?.updatedAt ?? null)
  return (
    <EditorDialog
      entries={headlines}
      name={nameOf(edited)}
      texts={texts}
      versions={{mine: draft.key, theirs: theirs?.key ?? texts.conflict.removed, updatedAt}}
      onGone={onGone}
    >
      <HeadlineForm headlines={headlines} />
    </EditorDialog>
  )
}

function HeadlineForm({headlines}: {headlines: HeadlinesRef}) {
  const form = useForm(headlines)
  const loaded = useSelector(headlines, ({context}) => context.loaded)
  const {draft, isBusy, change} = form
  const suggested = loaded === null ? [] : suggestedKeys(loaded, draft).map(({key}) => key)
  return (
    <>
      <NativeSelect
        label={texts.form.by}
        data-autofocus
        disabled={isBusy}
        value={draft.by}
        data={HEADLINE_LEVELS.toReversed().map(value => ({value, label: texts.form.levels[value]}))}
        error={draft.by === 'all' ? form.problems.value : undefined}
        onChange={({currentTarget: {value}}) =>
          change({by: HEADLINE_LEVELS.find(each => each === value) ?? 'all', value: ''})
        }
      />
      {draft.by !== 'all' && (
        <SuggestField
          {...fieldOf(form, 'value')}
          label={texts.form[draft.by]}
          spellCheck={false}
          required
          data={loaded === null ? [] : offeredValues(loaded, draft.by)}
          onChange={value => change({value})}
        />
      )}
      <SuggestField
        {...fieldOf(form, 'key')}
        label={texts.form.key}
        spellCheck={false}
        required
        data={suggested}
        onChange={key => change({key})}
      />
      {suggested.length > 0 && (
        <p className={styles.suggested}>
          {texts.form.suggested}
          {suggested.slice(0, MAX_SUGGESTED).map(key => (
            <Button
              key={key}
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={texts.form.use(key)}
              onClick={() => change({key})}
            >
              <bdi>{key}</bdi>
            </Button>
          ))}
        </p>
      )}
    </>
  )
}

const MAX_SUGGESTED = 3
