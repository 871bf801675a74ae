import {useActorRef, useSelector} from '@xstate/react'
import {filterFromSearch, searchFromFilter} from '../../../domain/alarms/filter'
import {type SavedView, VIEW_VERSION} from '../../../domain/console/records/list/savedView'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {useApplication} from '../../kit/application'
import {PopoverButton} from '../../kit/menu/PopoverButton'
import {NamedViews} from '../../kit/table/NamedViews'
import tableStyles from '../../kit/table/Table.module.css'
import {useAlarms} from '../logic'
import {texts} from '../texts'

/** The stored views of the list: its filters and its grouping. */
export function AlarmViews({list}: {list: AlarmListRef}) {
  const {savedViews, storedViews} = useAlarms().logic
  const {session} = useApplication()
  const userId = useSelector(session, ({context}) => context.user?.id ?? '')
  const place = {kind: 'alarm', userId}
  const saved = useActorRef(savedViews, {input: {...place, views: storedViews(place)}})
  return (
    <PopoverButton label={texts.savedViews.menu}>
      {close => (
        <div className={tableStyles.menu}>
          <NamedViews
            saved={saved}
            words={texts.savedViews}
            viewNow={() => viewOf(searchFromFilter(list.getSnapshot().context.filter))}
            onOpened={view => {
              const filter = filterFromSearch(searchOf(view))
              list.send({type: 'filter.changed', filter})
              close()
            }}
          />
        </div>
      )}
    </PopoverButton>
  )
}

/** The parameters of the address are the filters of the view. */
const viewOf = (search: string): SavedView => ({
  ...{v: VIEW_VERSION, columns: [], sort: '', density: null},
  filters: Array.from(new URLSearchParams(search), ([name, value]) => ({name, value})),
})

const searchOf = ({filters}: SavedView): string =>
  String(new URLSearchParams(filters.map(({name, value}) => [name, value])))
