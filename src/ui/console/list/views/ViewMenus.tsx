import {Button, NativeSelect} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {useLocation} from 'react-router-dom'
import {cut} from '../../../../../contract/rules/text'
import {moved, movedTo, toggled} from '../../../../domain/console/records/list/columnOrder'
import {LIST_DENSITIES} from '../../../../domain/console/records/list/list'
import {openedView, savedView} from '../../../../domain/savedView'
import type {RecordListRef} from '../../../../machines/console/recordList'
import {useApplication} from '../../../kit/application'
import {PopoverButton} from '../../../kit/menu/PopoverButton'
import {ColumnsMenu} from '../../../kit/table/ColumnsMenu'
import {NamedViews} from '../../../kit/table/NamedViews'
import tableStyles from '../../../kit/table/Table.module.css'
import {CopyButton} from '../../../kit/text/CopyButton'
import {useConsole} from '../../logic'
import type {ListParts} from '../useListParts'
import {viewTexts} from './viewTexts'

/** The columns of the list, and the distance of its rows. */
export function ChosenColumns({list, columns, shownColumns}: ListParts) {
  const chosen = useSelector(list, ({context}) => context.view.columns)
  const shown = shownColumns.map(({name}) => name)
  const hidden = columns.filter(({name}) => !shown.includes(name))
  const show = (names: readonly string[] | null) => list.send({type: 'view.changed', view: {columns: names}})
  return (
    <ColumnsMenu
      shown={shownColumns}
      hidden={hidden}
      isUsual={chosen === null}
      onToggled={name => show(toggled(shown, name))}
      onMoved={(name, by) => show(moved(shown, name, by))}
      onDropped={(name, target) => show(movedTo(shown, name, target))}
      onReset={() => show(null)}
    >
      <Density list={list} />
    </ColumnsMenu>
  )
}

function Density({list}: {list: RecordListRef}) {
  const density = useSelector(list, ({context}) => context.view.density)
  return (
    <NativeSelect
      size="xs"
      label={viewTexts.views.density}
      value={density ?? ''}
      onChange={({currentTarget: {value}}) => {
        const chosen = LIST_DENSITIES.find(one => one === value) ?? null
        list.send({type: 'view.changed', view: {density: chosen}})
      }}
    >
      <option value="">{viewTexts.views.densities.preferred}</option>
      {LIST_DENSITIES.map(one => (
        <option key={one} value={one}>
          {viewTexts.views.densities[one]}
        </option>
      ))}
    </NativeSelect>
  )
}

/** The stored views, and a link with the present one. */
export function SavedViews({list}: {list: RecordListRef}) {
  const {savedViews, storedViews} = useConsole()
  const {session} = useApplication()
  const userId = useSelector(session, ({context}) => context.user?.id ?? '')
  const description = useSelector(list, ({context}) => context.description)
  const place = {kind: description.kind, userId}
  const saved = useActorRef(savedViews, {input: {...place, views: storedViews(place)}})
  return (
    <PopoverButton label={viewTexts.views.menu}>
      {() => (
        <div className={tableStyles.menu}>
          <NamedViews
            saved={saved}
            words={viewTexts.views}
            viewNow={() => savedView(description, list.getSnapshot().context.view)}
            onOpened={view => {
              const opened = openedView(description, view)
              if (opened !== null) list.send({type: 'view.chosen', opened})
            }}
          />
          <ViewLink list={list} />
        </div>
      )}
    </PopoverButton>
  )
}

/** The link holds the whole view, so that it shows the same elsewhere and after the usual columns have changed. */
function ViewLink({list}: {list: RecordListRef}) {
  const {pathname, search} = useLocation()
  const {description, prefix} = list.getSnapshot().context
  const view = useSelector(list, ({context}) => context.view)
  const link = useMemo(() => {
    const tab = new URLSearchParams(search).get('tab')
    const parameters = new URLSearchParams(tab === null ? {} : {tab})
    parameters.set(`${prefix}view`, JSON.stringify(savedView(description, view)))
    return `${window.location.origin}${pathname}?${parameters}`
  }, [pathname, search, prefix, description, view])
  return (
    <p>
      {viewTexts.views.link} <CopyButton what={viewTexts.views.link} value={link} />
    </p>
  )
}

/** The parts of a view that mean nothing here. */
export function ViewNotes({list}: {list: RecordListRef}) {
  const {ignored, added} = useSelector(list, ({context}) => context.notes)
  if (ignored.length + added.length === 0) return null
  return (
    <div role="status" className={tableStyles.notes}>
      {ignored.length > 0 && (
        <p>
          {viewTexts.views.ignored} <bdi>{ignored.map(text => `“${cut(text, 80)}”`).join(', ')}</bdi>
        </p>
      )}
      {added.length > 0 && <p>{viewTexts.views.added(added.join(', '))}</p>}
      <Button variant="default" size="compact-xs" onClick={() => list.send({type: 'notes.dismissed'})}>
        {viewTexts.views.understood}
      </Button>
    </div>
  )
}
