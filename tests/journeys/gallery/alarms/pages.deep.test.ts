import {readRoom, walkRoom} from '../../support/gallery'

walkRoom('alarms/pages')
readRoom('alarms/pages')
