import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {NAME_LENGTH} from '../../../../../contract/limits'
import {listFileName} from '../../../../domain/console/records/list/csv'
import type {RecordListRef} from '../../../../machines/console/recordList'
import {SearchField} from '../../../kit/form/SearchField'
import {buttons} from '../../../kit/text/texts'
import {useMay, usePaths} from '../../../kit/viewer'
import styles from '../List.module.css'
import {texts} from '../texts'
import type {ListParts} from '../useListParts'
import {ColumnFilterMenu} from './ColumnFilterMenu'
import {ChosenColumns, SavedViews} from './ViewMenus'

export function Toolbar({parts, owner}: {parts: ListParts; owner: string}) {
  const {list} = parts
  const {kind, noun, plural} = useSelector(list, ({context}) => context.description)
  const organisationId = useSelector(list, ({context}) => context.organisationId)
  const paths = usePaths()
  const mayImport = useMay('device.import')
  const mayCreate = useMay(`${kind}.create`)
  const isLoading = useSelector(list, s => s.matches('loading'))
  const isUsable = useSelector(list, s => !s.matches('failed'))
  return (
    <div className={styles.toolbar} data-waiting={isLoading || undefined}>
      {isUsable && <Search list={list} label={texts.search(plural)} />}
      {isUsable && <ColumnFilterMenu {...parts} />}
      {isUsable && <Count list={list} noun={noun} plural={plural} />}
      <div className={styles.actions}>
        {isUsable && <SavedViews list={list} />}
        {isUsable && <ChosenColumns {...parts} />}
        {isUsable && <Export parts={parts} owner={owner} />}
        {kind === 'device' && mayImport && (
          <Button component={Link} to={paths.deviceImport(organisationId)} variant="default" size="xs">
            {texts.importDevices}
          </Button>
        )}
        {mayCreate && (kind === 'organisation' || organisationId !== '') && (
          <Button component={Link} to={paths.create(kind, organisationId)} size="xs">
            {kind === 'organisation' ? texts.createOrganisation : texts.create(noun)}
          </Button>
        )}
      </div>
    </div>
  )
}

function Search({list, label}: {list: RecordListRef; label: string}) {
  const q = useSelector(list, ({context}) => context.view.q)
  return (
    <SearchField
      className={styles.search}
      label={label}
      maxLength={NAME_LENGTH}
      value={q}
      onTyped={q => list.send({type: 'search.changed', q})}
    />
  )
}

function Count({list, noun, plural}: {list: RecordListRef; noun: string; plural: string}) {
  const shown = useSelector(list, ({context}) => context.shown.length)
  const total = useSelector(list, ({context}) => context.total)
  const isSearching = useSelector(list, s => s.matches({loaded: {rows: 'searching'}}))
  const counted = total === 1 ? noun : plural
  const count = shown === total ? texts.count(total, counted) : texts.countOf(shown, total, counted)
  return (
    <p role="status" className={styles.count}>
      {isSearching ? texts.searching : count}
    </p>
  )
}

function Export({parts: {list, shownColumns, world}, owner}: {parts: ListParts; owner: string}) {
  const isGathering = useSelector(list, s => s.matches({loaded: {rows: 'gathering'}}))
  const name = useSelector(list, ({context}) => listFileName(context.description, owner))
  const file = {name, columns: shownColumns, world}
  const canExport = useSelector(
    list,
    snapshot => snapshot.context.shown.length > 0 && snapshot.can({type: 'export.requested', file}),
  )
  if (isGathering) return <Gathering list={list} />
  return (
    <Button
      variant="default"
      size="xs"
      disabled={!canExport}
      onClick={() => list.send({type: 'export.requested', file})}
    >
      {texts.exportCsv}
    </Button>
  )
}

function Gathering({list}: {list: RecordListRef}) {
  const loaded = useSelector(list, ({context}) => context.shown.length)
  const total = useSelector(list, ({context}) => context.total)
  return (
    <>
      <span className={styles.count}>{texts.exporting(loaded, total)}</span>
      <Button variant="default" size="xs" onClick={() => list.send({type: 'cancel.requested'})}>
        {buttons.cancel}
      </Button>
    </>
  )
}
