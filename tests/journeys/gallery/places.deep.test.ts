import {readRoom, walkRoom} from '../support/gallery'

walkRoom('places')
readRoom('places')
