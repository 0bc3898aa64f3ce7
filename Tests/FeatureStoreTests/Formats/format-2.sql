-- A city of file format 2, written by Yutu at commit 508e7ae: two commits to a layer of hydrants.
-- sqlite3 CITY .dump
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1 layers and commits');
INSERT INTO grdb_migrations VALUES('2 history');
CREATE TABLE spatial_ref_sys (
srid INTEGER NOT NULL PRIMARY KEY,
auth_name TEXT NOT NULL,
auth_srid INTEGER NOT NULL,
ref_sys_name TEXT NOT NULL DEFAULT 'Unknown',
proj4text TEXT NOT NULL,
srtext TEXT NOT NULL DEFAULT 'Undefined');
INSERT INTO spatial_ref_sys VALUES(4490,'epsg',4490,'China Geodetic Coordinate System 2000','+proj=longlat +ellps=GRS80 +no_defs','GEOGCS["China Geodetic Coordinate System 2000",DATUM["China_2000",SPHEROID["CGCS2000",6378137,298.257222101,AUTHORITY["EPSG","1024"]],AUTHORITY["EPSG","1043"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4490"]]');
CREATE TABLE spatialite_history (
event_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
table_name TEXT NOT NULL,
geometry_column TEXT,
event TEXT NOT NULL,
timestamp TEXT NOT NULL,
ver_sqlite TEXT NOT NULL,
ver_splite TEXT NOT NULL);
INSERT INTO spatialite_history VALUES(1,'spatial_ref_sys',NULL,'table successfully created','2026-11-25T14:48:10.962Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(2,'geometry_columns',NULL,'table successfully created','2026-11-25T14:48:10.962Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(3,'geometry_columns',NULL,'trigger ''geometry_columns_f_table_name_insert'' successfully created','2026-11-25T14:48:10.962Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(4,'geometry_columns',NULL,'trigger ''geometry_columns_f_table_name_update'' successfully created','2026-11-25T14:48:10.962Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(5,'geometry_columns',NULL,'trigger ''geometry_columns_f_geometry_column_insert'' successfully created','2026-11-25T14:48:10.962Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(6,'geometry_columns',NULL,'trigger ''geometry_columns_f_geometry_column_update'' successfully created','2026-11-25T14:48:10.962Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(7,'geometry_columns',NULL,'trigger ''geometry_columns_geometry_type_insert'' successfully created','2026-11-25T14:48:10.962Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(8,'geometry_columns',NULL,'trigger ''geometry_columns_geometry_type_update'' successfully created','2026-11-25T14:48:10.962Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(9,'geometry_columns',NULL,'trigger ''geometry_columns_coord_dimension_insert'' successfully created','2026-11-25T14:48:10.962Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(10,'geometry_columns',NULL,'trigger ''geometry_columns_coord_dimension_update'' successfully created','2026-11-25T14:48:10.962Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(11,'geom_cols_ref_sys',NULL,'view ''geom_cols_ref_sys'' successfully created','2026-11-25T14:48:10.963Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(12,'spatial_ref_sys',NULL,'table successfully created [empty]','2026-11-25T14:48:10.963Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(13,'hydrant','geom','Geometry [POINT,XY,SRID=4490] successfully created','2026-11-25T14:48:10.976Z','3.40.1','5.0.1');
INSERT INTO spatialite_history VALUES(14,'hydrant','geom','R*Tree Spatial Index successfully created','2026-11-25T14:48:10.977Z','3.40.1','5.0.1');
CREATE TABLE geometry_columns (
f_table_name TEXT NOT NULL,
f_geometry_column TEXT NOT NULL,
geometry_type INTEGER NOT NULL,
coord_dimension INTEGER NOT NULL,
srid INTEGER NOT NULL,
spatial_index_enabled INTEGER NOT NULL,
CONSTRAINT pk_geom_cols PRIMARY KEY (f_table_name, f_geometry_column),
CONSTRAINT fk_gc_srs FOREIGN KEY (srid) REFERENCES spatial_ref_sys (srid),
CONSTRAINT ck_gc_rtree CHECK (spatial_index_enabled IN (0,1,2)));
INSERT INTO geometry_columns VALUES('hydrant','geom',1,2,4490,1);
CREATE TABLE views_geometry_columns (
view_name TEXT NOT NULL,
view_geometry TEXT NOT NULL,
view_rowid TEXT NOT NULL,
f_table_name TEXT NOT NULL,
f_geometry_column TEXT NOT NULL,
read_only INTEGER NOT NULL,
CONSTRAINT pk_geom_cols_views PRIMARY KEY (view_name, view_geometry),
CONSTRAINT fk_views_geom_cols FOREIGN KEY (f_table_name, f_geometry_column) REFERENCES geometry_columns (f_table_name, f_geometry_column) ON DELETE CASCADE,
CONSTRAINT ck_vw_rdonly CHECK (read_only IN (0,1)));
CREATE TABLE virts_geometry_columns (
virt_name TEXT NOT NULL,
virt_geometry TEXT NOT NULL,
geometry_type INTEGER NOT NULL,
coord_dimension INTEGER NOT NULL,
srid INTEGER NOT NULL,
CONSTRAINT pk_geom_cols_virts PRIMARY KEY (virt_name, virt_geometry),
CONSTRAINT fk_vgc_srid FOREIGN KEY (srid) REFERENCES spatial_ref_sys (srid));
CREATE TABLE geometry_columns_statistics (
f_table_name TEXT NOT NULL,
f_geometry_column TEXT NOT NULL,
last_verified TIMESTAMP,
row_count INTEGER,
extent_min_x DOUBLE,
extent_min_y DOUBLE,
extent_max_x DOUBLE,
extent_max_y DOUBLE,
CONSTRAINT pk_gc_statistics PRIMARY KEY (f_table_name, f_geometry_column),
CONSTRAINT fk_gc_statistics FOREIGN KEY (f_table_name, f_geometry_column) REFERENCES geometry_columns (f_table_name, f_geometry_column) ON DELETE CASCADE);
INSERT INTO geometry_columns_statistics VALUES('hydrant','geom',NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE views_geometry_columns_statistics (
view_name TEXT NOT NULL,
view_geometry TEXT NOT NULL,
last_verified TIMESTAMP,
row_count INTEGER,
extent_min_x DOUBLE,
extent_min_y DOUBLE,
extent_max_x DOUBLE,
extent_max_y DOUBLE,
CONSTRAINT pk_vwgc_statistics PRIMARY KEY (view_name, view_geometry),
CONSTRAINT fk_vwgc_statistics FOREIGN KEY (view_name, view_geometry) REFERENCES views_geometry_columns (view_name, view_geometry) ON DELETE CASCADE);
CREATE TABLE virts_geometry_columns_statistics (
virt_name TEXT NOT NULL,
virt_geometry TEXT NOT NULL,
last_verified TIMESTAMP,
row_count INTEGER,
extent_min_x DOUBLE,
extent_min_y DOUBLE,
extent_max_x DOUBLE,
extent_max_y DOUBLE,
CONSTRAINT pk_vrtgc_statistics PRIMARY KEY (virt_name, virt_geometry),
CONSTRAINT fk_vrtgc_statistics FOREIGN KEY (virt_name, virt_geometry) REFERENCES virts_geometry_columns (virt_name, virt_geometry) ON DELETE CASCADE);
CREATE TABLE geometry_columns_field_infos (
f_table_name TEXT NOT NULL,
f_geometry_column TEXT NOT NULL,
ordinal INTEGER NOT NULL,
column_name TEXT NOT NULL,
null_values INTEGER NOT NULL,
integer_values INTEGER NOT NULL,
double_values INTEGER NOT NULL,
text_values INTEGER NOT NULL,
blob_values INTEGER NOT NULL,
max_size INTEGER,
integer_min INTEGER,
integer_max INTEGER,
double_min DOUBLE,
double_max DOUBLE,
CONSTRAINT pk_gcfld_infos PRIMARY KEY (f_table_name, f_geometry_column, ordinal, column_name),
CONSTRAINT fk_gcfld_infos FOREIGN KEY (f_table_name, f_geometry_column) REFERENCES geometry_columns (f_table_name, f_geometry_column) ON DELETE CASCADE);
CREATE TABLE views_geometry_columns_field_infos (
view_name TEXT NOT NULL,
view_geometry TEXT NOT NULL,
ordinal INTEGER NOT NULL,
column_name TEXT NOT NULL,
null_values INTEGER NOT NULL,
integer_values INTEGER NOT NULL,
double_values INTEGER NOT NULL,
text_values INTEGER NOT NULL,
blob_values INTEGER NOT NULL,
max_size INTEGER,
integer_min INTEGER,
integer_max INTEGER,
double_min DOUBLE,
double_max DOUBLE,
CONSTRAINT pk_vwgcfld_infos PRIMARY KEY (view_name, view_geometry, ordinal, column_name),
CONSTRAINT fk_vwgcfld_infos FOREIGN KEY (view_name, view_geometry) REFERENCES views_geometry_columns (view_name, view_geometry) ON DELETE CASCADE);
CREATE TABLE virts_geometry_columns_field_infos (
virt_name TEXT NOT NULL,
virt_geometry TEXT NOT NULL,
ordinal INTEGER NOT NULL,
column_name TEXT NOT NULL,
null_values INTEGER NOT NULL,
integer_values INTEGER NOT NULL,
double_values INTEGER NOT NULL,
text_values INTEGER NOT NULL,
blob_values INTEGER NOT NULL,
max_size INTEGER,
integer_min INTEGER,
integer_max INTEGER,
double_min DOUBLE,
double_max DOUBLE,
CONSTRAINT pk_vrtgcfld_infos PRIMARY KEY (virt_name, virt_geometry, ordinal, column_name),
CONSTRAINT fk_vrtgcfld_infos FOREIGN KEY (virt_name, virt_geometry) REFERENCES virts_geometry_columns (virt_name, virt_geometry) ON DELETE CASCADE);
CREATE TABLE geometry_columns_time (
f_table_name TEXT NOT NULL,
f_geometry_column TEXT NOT NULL,
last_insert TIMESTAMP NOT NULL DEFAULT '0000-01-01T00:00:00.000Z',
last_update TIMESTAMP NOT NULL DEFAULT '0000-01-01T00:00:00.000Z',
last_delete TIMESTAMP NOT NULL DEFAULT '0000-01-01T00:00:00.000Z',
CONSTRAINT pk_gc_time PRIMARY KEY (f_table_name, f_geometry_column),
CONSTRAINT fk_gc_time FOREIGN KEY (f_table_name, f_geometry_column) REFERENCES geometry_columns (f_table_name, f_geometry_column) ON DELETE CASCADE);
INSERT INTO geometry_columns_time VALUES('hydrant','geom','2026-11-25T14:48:10.985Z','2026-11-25T14:48:10.980Z','0000-01-01T00:00:00.000Z');
CREATE TABLE geometry_columns_auth (
f_table_name TEXT NOT NULL,
f_geometry_column TEXT NOT NULL,
read_only INTEGER NOT NULL,
hidden INTEGER NOT NULL,
CONSTRAINT pk_gc_auth PRIMARY KEY (f_table_name, f_geometry_column),
CONSTRAINT fk_gc_auth FOREIGN KEY (f_table_name, f_geometry_column) REFERENCES geometry_columns (f_table_name, f_geometry_column) ON DELETE CASCADE,
CONSTRAINT ck_gc_ronly CHECK (read_only IN (0,1)),
CONSTRAINT ck_gc_hidden CHECK (hidden IN (0,1)));
INSERT INTO geometry_columns_auth VALUES('hydrant','geom',0,0);
CREATE TABLE views_geometry_columns_auth (
view_name TEXT NOT NULL,
view_geometry TEXT NOT NULL,
hidden INTEGER NOT NULL,
CONSTRAINT pk_vwgc_auth PRIMARY KEY (view_name, view_geometry),
CONSTRAINT fk_vwgc_auth FOREIGN KEY (view_name, view_geometry) REFERENCES views_geometry_columns (view_name, view_geometry) ON DELETE CASCADE,
CONSTRAINT ck_vwgc_hidden CHECK (hidden IN (0,1)));
CREATE TABLE virts_geometry_columns_auth (
virt_name TEXT NOT NULL,
virt_geometry TEXT NOT NULL,
hidden INTEGER NOT NULL,
CONSTRAINT pk_vrtgc_auth PRIMARY KEY (virt_name, virt_geometry),
CONSTRAINT fk_vrtgc_auth FOREIGN KEY (virt_name, virt_geometry) REFERENCES virts_geometry_columns (virt_name, virt_geometry) ON DELETE CASCADE,
CONSTRAINT ck_vrtgc_hidden CHECK (hidden IN (0,1)));
CREATE TABLE data_licenses (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL UNIQUE,
	url TEXT);
INSERT INTO data_licenses VALUES(0,'Undefined',NULL);
INSERT INTO data_licenses VALUES(1,'Proprietary - Non Free',NULL);
INSERT INTO data_licenses VALUES(2,'PD - Public Domain',NULL);
INSERT INTO data_licenses VALUES(3,'CC0 1.0','https://creativecommons.org/publicdomain/zero/1.0/legalcode.txt');
INSERT INTO data_licenses VALUES(4,'CC BY 3.0','https://creativecommons.org/licenses/by/3.0/legalcode.txt');
INSERT INTO data_licenses VALUES(5,'CC BY 4.0','https://creativecommons.org/licenses/by/4.0/legalcode.txt');
INSERT INTO data_licenses VALUES(6,'CC BY-SA 3.0','https://creativecommons.org/licenses/by-sa/3.0/legalcode.txt');
INSERT INTO data_licenses VALUES(7,'CC BY-SA 4.0','https://creativecommons.org/licenses/by-sa/4.0/legalcode.txt');
INSERT INTO data_licenses VALUES(8,'CC BY-SA-NC 3.0','https://creativecommons.org/licenses/by-nc-sa/3.0/legalcode.txt');
INSERT INTO data_licenses VALUES(9,'CC BY-SA-NC 4.0','https://creativecommons.org/licenses/by-nc-sa/4.0/legalcode.txt');
CREATE TABLE sql_statements_log (
id INTEGER PRIMARY KEY AUTOINCREMENT,
time_start TIMESTAMP NOT NULL DEFAULT '0000-01-01T00:00:00.000Z',
time_end TIMESTAMP NOT NULL DEFAULT '0000-01-01T00:00:00.000Z',
user_agent TEXT NOT NULL,
sql_statement TEXT NOT NULL,
success INTEGER NOT NULL DEFAULT 0,
error_cause TEXT NOT NULL DEFAULT 'ABORTED',
CONSTRAINT sqllog_success CHECK (success IN (0,1)));
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','SpatialIndex','SpatialIndex',0,'CREATE VIRTUAL TABLE SpatialIndex USING VirtualSpatialIndex()');
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','ElementaryGeometries','ElementaryGeometries',0,'CREATE VIRTUAL TABLE ElementaryGeometries USING VirtualElementary()');
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','KNN','KNN',0,'CREATE VIRTUAL TABLE KNN USING VirtualKNN()');
CREATE TABLE spatial_ref_sys_aux (
	srid INTEGER NOT NULL PRIMARY KEY,
	is_geographic INTEGER,
	has_flipped_axes INTEGER,
	spheroid TEXT,
	prime_meridian TEXT,
	datum TEXT,
	projection TEXT,
	unit TEXT,
	axis_1_name TEXT,
	axis_1_orientation TEXT,
	axis_2_name TEXT,
	axis_2_orientation TEXT,
	CONSTRAINT fk_sprefsys FOREIGN KEY (srid) 	REFERENCES spatial_ref_sys (srid));
INSERT INTO spatial_ref_sys_aux VALUES(4490,1,1,'CGCS2000','Greenwich','China_2000','none','degree','Geodetic latitude','North','East',NULL);
CREATE TABLE yutu_commits (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  token TEXT NOT NULL DEFAULT (lower(hex(randomblob(8)))),
  time TEXT NOT NULL,
  author TEXT NOT NULL,
  message TEXT NOT NULL,
  source TEXT NOT NULL,
  layer TEXT NOT NULL,
  added INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  report TEXT NOT NULL
, removed INTEGER NOT NULL DEFAULT 0);
INSERT INTO yutu_commits VALUES(1,'07be0a45508eb1f3','2026-11-25T14:48:10Z','planner','first delivery','hydrants.geojson','hydrant',3,0,0,0,'{}',0);
INSERT INTO yutu_commits VALUES(2,'04c70bc23e7b8597','2026-11-25T14:48:10Z','planner','second delivery','hydrants.geojson','hydrant',1,1,0,0,'{}',0);
CREATE TABLE yutu_definitions (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
INSERT INTO yutu_definitions VALUES(1,replace('id: hydrant\ntitle: {zh: 消火栓, en: Hydrant}\ndescription: {zh: 测试图层, en: A layer of a test}\ntheme: city-model\ngeometry: point\nfields:\n  - {name: name, title: {zh: 名称, en: Name}, type: text}\n  - {name: diameter, title: {zh: 口径, en: Diameter}, type: integer}\ntiles: {minzoom: 10, maxzoom: 16}\nstyle: {colour: "#112233"}\nprovenance:\n  owner: {zh: 甲, en: A}\n  source: {zh: 乙, en: B}\n  licence: CC-BY-4.0\n  grade: general\n','\n',char(10)));
CREATE TABLE yutu_layer_states (
  layer TEXT NOT NULL,
  commit_seq INTEGER NOT NULL REFERENCES yutu_commits (seq),
  definition INTEGER NOT NULL REFERENCES yutu_definitions (id),
  feature_count INTEGER NOT NULL,
  min_x REAL, min_y REAL, max_x REAL, max_y REAL,
  PRIMARY KEY (layer, commit_seq)
) WITHOUT ROWID;
INSERT INTO yutu_layer_states VALUES('hydrant',1,1,3,114.29999999999999715,30.499999999999999999,114.31999999999999318,30.519999999999999572);
INSERT INTO yutu_layer_states VALUES('hydrant',2,1,4,114.30100000000000193,30.499999999999999999,114.32999999999999829,30.530000000000001136);
CREATE TABLE IF NOT EXISTS "hydrant" (
  fid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  "name" TEXT,
"diameter" BIGINT,

  commit_seq INTEGER NOT NULL REFERENCES yutu_commits (seq)
, "geom" POINT NOT NULL DEFAULT '');
INSERT INTO hydrant VALUES(1,'a','友谊大道1号',150,2,X'00018a1100002506819543935c40c74b378941803e402506819543935c40c74b378941803e407c010000002506819543935c40c74b378941803e40fe');
INSERT INTO hydrant VALUES(2,'b','友谊大道2号',150,1,X'00018a110000a4703d0ad7935c400000000000803e40a4703d0ad7935c400000000000803e407c01000000a4703d0ad7935c400000000000803e40fe');
INSERT INTO hydrant VALUES(3,'c','和平大道3号',150,1,X'00018a11000014ae47e17a945c4085eb51b81e853e4014ae47e17a945c4085eb51b81e853e407c0100000014ae47e17a945c4085eb51b81e853e40fe');
INSERT INTO hydrant VALUES(4,'d','和平大道4号',150,2,X'00018a11000085eb51b81e955c4048e17a14ae873e4085eb51b81e955c4048e17a14ae873e407c0100000085eb51b81e955c4048e17a14ae873e40fe');
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','idx_hydrant_geom','idx_hydrant_geom',0,'CREATE VIRTUAL TABLE "idx_hydrant_geom" USING rtree(pkid, xmin, xmax, ymin, ymax)');
CREATE TABLE IF NOT EXISTS "idx_hydrant_geom_rowid"(rowid INTEGER PRIMARY KEY,nodeno);
INSERT INTO idx_hydrant_geom_rowid VALUES(1,1);
INSERT INTO idx_hydrant_geom_rowid VALUES(2,1);
INSERT INTO idx_hydrant_geom_rowid VALUES(3,1);
INSERT INTO idx_hydrant_geom_rowid VALUES(4,1);
CREATE TABLE IF NOT EXISTS "idx_hydrant_geom_node"(nodeno INTEGER PRIMARY KEY,data);
INSERT INTO idx_hydrant_geom_node VALUES(1,X'00000004000000000000000242e49eb842e49eb941f4000041f40000000000000000000342e4a3d742e4a3d841f428f541f428f6000000000000000142e49a1b42e49a1d41f4020c41f4020e000000000000000442e4a8f442e4a8f641f43d6f41f43d71000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE IF NOT EXISTS "idx_hydrant_geom_parent"(nodeno INTEGER PRIMARY KEY,parentnode);
CREATE TABLE IF NOT EXISTS "yutu_past_hydrant" (
  version INTEGER PRIMARY KEY,
  fid INTEGER NOT NULL,
  ended INTEGER NOT NULL REFERENCES yutu_commits (seq),
  "id" TEXT,
"name" TEXT,
"diameter" BIGINT,
"commit_seq" INTEGER,
"geom" POINT
);
INSERT INTO yutu_past_hydrant VALUES(1,1,2,'a','友谊大道1号',150,1,X'00018a1100003333333333935c400000000000803e403333333333935c400000000000803e407c010000003333333333935c400000000000803e40fe');
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','yutu_past_hydrant_index','yutu_past_hydrant_index',0,'CREATE VIRTUAL TABLE "yutu_past_hydrant_index"
  USING rtree(version, xmin, xmax, ymin, ymax, cmin, cmax)');
CREATE TABLE IF NOT EXISTS "yutu_past_hydrant_index_rowid"(rowid INTEGER PRIMARY KEY,nodeno);
INSERT INTO yutu_past_hydrant_index_rowid VALUES(1,1);
CREATE TABLE IF NOT EXISTS "yutu_past_hydrant_index_node"(nodeno INTEGER PRIMARY KEY,data);
INSERT INTO yutu_past_hydrant_index_node VALUES(1,X'00000001000000000000000142e4999842e4999a41f4000041f400003f8000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE IF NOT EXISTS "yutu_past_hydrant_index_parent"(nodeno INTEGER PRIMARY KEY,parentnode);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('spatialite_history',14);
INSERT INTO sqlite_sequence VALUES('data_licenses',9);
INSERT INTO sqlite_sequence VALUES('yutu_commits',2);
CREATE UNIQUE INDEX idx_spatial_ref_sys
ON spatial_ref_sys (auth_srid, auth_name);
CREATE INDEX idx_srid_geocols ON geometry_columns
(srid) ;
CREATE TRIGGER geometry_columns_f_table_name_insert
BEFORE INSERT ON 'geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on geometry_columns violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on geometry_columns violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on geometry_columns violates constraint:
f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER geometry_columns_f_table_name_update
BEFORE UPDATE OF 'f_table_name' ON 'geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on geometry_columns violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on geometry_columns violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on geometry_columns violates constraint: f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER geometry_columns_f_geometry_column_insert
BEFORE INSERT ON 'geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on geometry_columns violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'insert on geometry_columns violates constraint:
f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'insert on geometry_columns violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE TRIGGER geometry_columns_f_geometry_column_update
BEFORE UPDATE OF 'f_geometry_column' ON 'geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on geometry_columns violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'update on geometry_columns violates constraint: f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'update on geometry_columns violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE TRIGGER geometry_columns_geometry_type_insert
BEFORE INSERT ON 'geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'geometry_type must be one of 0,1,2,3,4,5,6,7,1000,1001,1002,1003,1004,1005,1006,1007,2000,2001,2002,2003,2004,2005,2006,2007,3000,3001,3002,3003,3004,3005,3006,3007')
WHERE NOT(NEW.geometry_type IN (0,1,2,3,4,5,6,7,1000,1001,1002,1003,1004,1005,1006,1007,2000,2001,2002,2003,2004,2005,2006,2007,3000,3001,3002,3003,3004,3005,3006,3007));
END;
CREATE TRIGGER geometry_columns_geometry_type_update
BEFORE UPDATE OF 'geometry_type' ON 'geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'geometry_type must be one of 0,1,2,3,4,5,6,7,1000,1001,1002,1003,1004,1005,1006,1007,2000,2001,2002,2003,2004,2005,2006,2007,3000,3001,3002,3003,3004,3005,3006,3007')
WHERE NOT(NEW.geometry_type IN (0,1,2,3,4,5,6,7,1000,1001,1002,1003,1004,1005,1006,1007,2000,2001,2002,2003,2004,2005,2006,2007,3000,3001,3002,3003,3004,3005,3006,3007));
END;
CREATE TRIGGER geometry_columns_coord_dimension_insert
BEFORE INSERT ON 'geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'coord_dimension must be one of 2,3,4')
WHERE NOT(NEW.coord_dimension IN (2,3,4));
END;
CREATE TRIGGER geometry_columns_coord_dimension_update
BEFORE UPDATE OF 'coord_dimension' ON 'geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'coord_dimension must be one of 2,3,4')
WHERE NOT(NEW.coord_dimension IN (2,3,4));
END;
CREATE VIEW geom_cols_ref_sys AS
SELECT f_table_name, f_geometry_column, geometry_type,
coord_dimension, spatial_ref_sys.srid AS srid,
auth_name, auth_srid, ref_sys_name, proj4text, srtext
FROM geometry_columns, spatial_ref_sys
WHERE geometry_columns.srid = spatial_ref_sys.srid;
CREATE INDEX idx_viewsjoin ON views_geometry_columns
(f_table_name, f_geometry_column);
CREATE TRIGGER vwgc_view_name_insert
BEFORE INSERT ON 'views_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint: view_name value must not contain a single quote')
WHERE NEW.view_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint: view_name value must not contain a double quote')
WHERE NEW.view_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint:
view_name value must be lower case')
WHERE NEW.view_name <> lower(NEW.view_name);
END;
CREATE TRIGGER vwgc_view_name_update
BEFORE UPDATE OF 'view_name' ON 'views_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: view_name value must not contain a single quote')
WHERE NEW.view_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: view_name value must not contain a double quote')
WHERE NEW.view_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: view_name value must be lower case')
WHERE NEW.view_name <> lower(NEW.view_name);
END;
CREATE TRIGGER vwgc_view_geometry_insert
BEFORE INSERT ON 'views_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint: view_geometry value must not contain a single quote')
WHERE NEW.view_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint:
view_geometry value must not contain a double quote')
WHERE NEW.view_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint: view_geometry value must be lower case')
WHERE NEW.view_geometry <> lower(NEW.view_geometry);
END;
CREATE TRIGGER vwgc_view_geometry_update
BEFORE UPDATE OF 'view_geometry' ON 'views_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: view_geometry value must not contain a single quote')
WHERE NEW.view_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint:
view_geometry value must not contain a double quote')
WHERE NEW.view_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: view_geometry value must be lower case')
WHERE NEW.view_geometry <> lower(NEW.view_geometry);
END;
CREATE TRIGGER vwgc_view_rowid_update
BEFORE UPDATE OF 'view_rowid' ON 'views_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: view_rowid value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: view_rowid value must not contain a double quote')
WHERE NEW.view_rowid LIKE ('%"%');
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: view_rowid value must be lower case')
WHERE NEW.view_rowid <> lower(NEW.view_rowid);
END;
CREATE TRIGGER vwgc_view_rowid_insert
BEFORE INSERT ON 'views_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint: view_rowid value must not contain a single quote')
WHERE NEW.view_rowid LIKE ('%''%');
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint:
view_rowid value must not contain a double quote')
WHERE NEW.view_rowid LIKE ('%"%');
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint: view_rowid value must be lower case')
WHERE NEW.view_rowid <> lower(NEW.view_rowid);
END;
CREATE TRIGGER vwgc_f_table_name_insert
BEFORE INSERT ON 'views_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint:
f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER vwgc_f_table_name_update
BEFORE UPDATE OF 'f_table_name' ON 'views_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER vwgc_f_geometry_column_insert
BEFORE INSERT ON 'views_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint:
f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'insert on views_geometry_columns violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE TRIGGER vwgc_f_geometry_column_update
BEFORE UPDATE OF 'f_geometry_column' ON 'views_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'update on views_geometry_columns violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE INDEX idx_virtssrid ON virts_geometry_columns
(srid);
CREATE TRIGGER vtgc_virt_name_insert
BEFORE INSERT ON 'virts_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on virts_geometry_columns violates constraint: virt_name value must not contain a single quote')
WHERE NEW.virt_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns violates constraint: virt_name value must not contain a double quote')
WHERE NEW.virt_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns violates constraint:
virt_name value must be lower case')
WHERE NEW.virt_name <> lower(NEW.virt_name);
END;
CREATE TRIGGER vtgc_virt_name_update
BEFORE UPDATE OF 'virt_name' ON 'virts_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on virts_geometry_columns violates constraint: virt_name value must not contain a single quote')
WHERE NEW.virt_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on virts_geometry_columns violates constraint: virt_name value must not contain a double quote')
WHERE NEW.virt_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on virts_geometry_columns violates constraint: virt_name value must be lower case')
WHERE NEW.virt_name <> lower(NEW.virt_name);
END;
CREATE TRIGGER vtgc_virt_geometry_insert
BEFORE INSERT ON 'virts_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on virts_geometry_columns violates constraint: virt_geometry value must not contain a single quote')
WHERE NEW.virt_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns violates constraint:
virt_geometry value must not contain a double quote')
WHERE NEW.virt_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns violates constraint: virt_geometry value must be lower case')
WHERE NEW.virt_geometry <> lower(NEW.virt_geometry);
END;
CREATE TRIGGER vtgc_virt_geometry_update
BEFORE UPDATE OF 'virt_geometry' ON 'virts_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on virts_geometry_columns violates constraint: virt_geometry value must not contain a single quote')
WHERE NEW.virt_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'update on virts_geometry_columns violates constraint:
virt_geometry value must not contain a double quote')
WHERE NEW.virt_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'update on virts_geometry_columns violates constraint: virt_geometry value must be lower case')
WHERE NEW.virt_geometry <> lower(NEW.virt_geometry);
END;
CREATE TRIGGER vtgc_geometry_type_insert
BEFORE INSERT ON 'virts_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'geometry_type must be one of 0,1,2,3,4,5,6,7,1000,1001,1002,1003,1004,1005,1006,1007,2000,2001,2002,2003,2004,2005,2006,2007,3000,3001,3002,3003,3004,3005,3006,3007')
WHERE NOT(NEW.geometry_type IN (0,1,2,3,4,5,6,7,1000,1001,1002,1003,1004,1005,1006,1007,2000,2001,2002,2003,2004,2005,2006,2007,3000,3001,3002,3003,3004,3005,3006,3007));
END;
CREATE TRIGGER vtgc_geometry_type_update
BEFORE UPDATE OF 'geometry_type' ON 'virts_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'geometry_type must be one of 0,1,2,3,4,5,6,7,1000,1001,1002,1003,1004,1005,1006,1007,2000,2001,2002,2003,2004,2005,2006,2007,3000,3001,3002,3003,3004,3005,3006,3007')
WHERE NOT(NEW.geometry_type IN (0,1,2,3,4,5,6,7,1000,1001,1002,1003,1004,1005,1006,1007,2000,2001,2002,2003,2004,2005,2006,2007,3000,3001,3002,3003,3004,3005,3006,3007));
END;
CREATE TRIGGER vtgc_coord_dimension_insert
BEFORE INSERT ON 'virts_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'coord_dimension must be one of 2,3,4')
WHERE NOT(NEW.coord_dimension IN (2,3,4));
END;
CREATE TRIGGER vtgc_coord_dimension_update
BEFORE UPDATE OF 'coord_dimension' ON 'virts_geometry_columns'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'coord_dimension must be one of 2,3,4')
WHERE NOT(NEW.coord_dimension IN (2,3,4));
END;
CREATE TRIGGER gcs_f_table_name_insert
BEFORE INSERT ON 'geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on geometry_columns_statistics violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on geometry_columns_statistics violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on geometry_columns_statistics violates constraint:
f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER gcs_f_table_name_update
BEFORE UPDATE OF 'f_table_name' ON 'geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on geometry_columns_statistics violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on geometry_columns_statistics violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on geometry_columns_statistics violates constraint: f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER gcs_f_geometry_column_insert
BEFORE INSERT ON 'geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on geometry_columns_statistics violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'insert on geometry_columns_statistics violates constraint:
f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'insert on geometry_columns_statistics violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE TRIGGER gcs_f_geometry_column_update
BEFORE UPDATE OF 'f_geometry_column' ON 'geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on geometry_columns_statistics violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'update on geometry_columns_statistics violates constraint: f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'update on geometry_columns_statistics violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE TRIGGER vwgcs_view_name_insert
BEFORE INSERT ON 'views_geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on views_geometry_columns_statistics violates constraint: view_name value must not contain a single quote')
WHERE NEW.view_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_statistics violates constraint: view_name value must not contain a double quote')
WHERE NEW.view_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_statistics violates constraint:
view_name value must be lower case')
WHERE NEW.view_name <> lower(NEW.view_name);
END;
CREATE TRIGGER vwgcs_view_name_update
BEFORE UPDATE OF 'view_name' ON 'views_geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on views_geometry_columns_statistics violates constraint: view_name value must not contain a single quote')
WHERE NEW.view_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on views_geometry_columns_statistics violates constraint: view_name value must not contain a double quote')
WHERE NEW.view_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on views_geometry_columns_statistics violates constraint: view_name value must be lower case')
WHERE NEW.view_name <> lower(NEW.view_name);
END;
CREATE TRIGGER vwgcs_view_geometry_insert
BEFORE INSERT ON 'views_geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on views_geometry_columns_statistics violates constraint: view_geometry value must not contain a single quote')
WHERE NEW.view_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_statistics violates constraint:
view_geometry value must not contain a double quote')
WHERE NEW.view_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_statistics violates constraint: view_geometry value must be lower case')
WHERE NEW.view_geometry <> lower(NEW.view_geometry);
END;
CREATE TRIGGER vwgcs_view_geometry_update
BEFORE UPDATE OF 'view_geometry' ON 'views_geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on views_geometry_columns_statistics violates constraint: view_geometry value must not contain a single quote')
WHERE NEW.view_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'update on views_geometry_columns_statistics violates constraint:
view_geometry value must not contain a double quote')
WHERE NEW.view_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'update on views_geometry_columns_statistics violates constraint: view_geometry value must be lower case')
WHERE NEW.view_geometry <> lower(NEW.view_geometry);
END;
CREATE TRIGGER vtgcs_virt_name_insert
BEFORE INSERT ON 'virts_geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on virts_geometry_columns_statistics violates constraint: virt_name value must not contain a single quote')
WHERE NEW.virt_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_statistics violates constraint: virt_name value must not contain a double quote')
WHERE NEW.virt_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_statistics violates constraint:
virt_name value must be lower case')
WHERE NEW.virt_name <> lower(NEW.virt_name);
END;
CREATE TRIGGER vtgcs_virt_name_update
BEFORE UPDATE OF 'virt_name' ON 'virts_geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on virts_geometry_columns_statistics violates constraint: virt_name value must not contain a single quote')
WHERE NEW.virt_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_statistics violates constraint: virt_name value must not contain a double quote')
WHERE NEW.virt_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_statistics violates constraint: virt_name value must be lower case')
WHERE NEW.virt_name <> lower(NEW.virt_name);
END;
CREATE TRIGGER vtgcs_virt_geometry_insert
BEFORE INSERT ON 'virts_geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on virts_geometry_columns_statistics violates constraint: virt_geometry value must not contain a single quote')
WHERE NEW.virt_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_statistics violates constraint:
virt_geometry value must not contain a double quote')
WHERE NEW.virt_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_statistics violates constraint: virt_geometry value must be lower case')
WHERE NEW.virt_geometry <> lower(NEW.virt_geometry);
END;
CREATE TRIGGER vtgcs_virt_geometry_update
BEFORE UPDATE OF 'virt_geometry' ON 'virts_geometry_columns_statistics'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on virts_geometry_columns_statistics violates constraint: virt_geometry value must not contain a single quote')
WHERE NEW.virt_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_statistics violates constraint:
virt_geometry value must not contain a double quote')
WHERE NEW.virt_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_statistics violates constraint: virt_geometry value must be lower case')
WHERE NEW.virt_geometry <> lower(NEW.virt_geometry);
END;
CREATE TRIGGER gcfi_f_table_name_insert
BEFORE INSERT ON 'geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on geometry_columns_field_infos violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on geometry_columns_field_infos violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on geometry_columns_field_infos violates constraint:
f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER gcfi_f_table_name_update
BEFORE UPDATE OF 'f_table_name' ON 'geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on geometry_columns_field_infos violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on geometry_columns_field_infos violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on geometry_columns_field_infos violates constraint: f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER gcfi_f_geometry_column_insert
BEFORE INSERT ON 'geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on geometry_columns_field_infos violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'insert on geometry_columns_field_infos violates constraint:
f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'insert on geometry_columns_field_infos violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE TRIGGER gcfi_f_geometry_column_update
BEFORE UPDATE OF 'f_geometry_column' ON 'geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on geometry_columns_field_infos violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'update on geometry_columns_field_infos violates constraint: f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'update on geometry_columns_field_infos violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE TRIGGER vwgcfi_view_name_insert
BEFORE INSERT ON 'views_geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on views_geometry_columns_field_infos violates constraint: view_name value must not contain a single quote')
WHERE NEW.view_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_field_infos violates constraint: view_name value must not contain a double quote')
WHERE NEW.view_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_field_infos violates constraint:
view_name value must be lower case')
WHERE NEW.view_name <> lower(NEW.view_name);
END;
CREATE TRIGGER vwgcfi_view_name_update
BEFORE UPDATE OF 'view_name' ON 'views_geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on views_geometry_columns_field_infos violates constraint: view_name value must not contain a single quote')
WHERE NEW.view_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on views_geometry_columns_field_infos violates constraint: view_name value must not contain a double quote')
WHERE NEW.view_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on views_geometry_columns_field_infos violates constraint: view_name value must be lower case')
WHERE NEW.view_name <> lower(NEW.view_name);
END;
CREATE TRIGGER vwgcfi_view_geometry_insert
BEFORE INSERT ON 'views_geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on views_geometry_columns_field_infos violates constraint: view_geometry value must not contain a single quote')
WHERE NEW.view_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_field_infos violates constraint:
view_geometry value must not contain a double quote')
WHERE NEW.view_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_field_infos violates constraint: view_geometry value must be lower case')
WHERE NEW.view_geometry <> lower(NEW.view_geometry);
END;
CREATE TRIGGER vwgcfi_view_geometry_update
BEFORE UPDATE OF 'view_geometry' ON 'views_geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on views_geometry_columns_field_infos violates constraint: view_geometry value must not contain a single quote')
WHERE NEW.view_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'update on views_geometry_columns_field_infos violates constraint:
view_geometry value must not contain a double quote')
WHERE NEW.view_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'update on views_geometry_columns_field_infos violates constraint: view_geometry value must be lower case')
WHERE NEW.view_geometry <> lower(NEW.view_geometry);
END;
CREATE TRIGGER vtgcfi_virt_name_insert
BEFORE INSERT ON 'virts_geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on virts_geometry_columns_field_infos violates constraint: virt_name value must not contain a single quote')
WHERE NEW.virt_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_field_infos violates constraint: virt_name value must not contain a double quote')
WHERE NEW.virt_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_field_infos violates constraint:
virt_name value must be lower case')
WHERE NEW.virt_name <> lower(NEW.virt_name);
END;
CREATE TRIGGER vtgcfi_virt_name_update
BEFORE UPDATE OF 'virt_name' ON 'virts_geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on virts_geometry_columns_field_infos violates constraint: virt_name value must not contain a single quote')
WHERE NEW.virt_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_field_infos violates constraint: virt_name value must not contain a double quote')
WHERE NEW.virt_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_field_infos violates constraint: virt_name value must be lower case')
WHERE NEW.virt_name <> lower(NEW.virt_name);
END;
CREATE TRIGGER vtgcfi_virt_geometry_insert
BEFORE INSERT ON 'virts_geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on virts_geometry_columns_field_infos violates constraint: virt_geometry value must not contain a single quote')
WHERE NEW.virt_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_field_infos violates constraint:
virt_geometry value must not contain a double quote')
WHERE NEW.virt_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_field_infos violates constraint: virt_geometry value must be lower case')
WHERE NEW.virt_geometry <> lower(NEW.virt_geometry);
END;
CREATE TRIGGER vtgcfi_virt_geometry_update
BEFORE UPDATE OF 'virt_geometry' ON 'virts_geometry_columns_field_infos'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on virts_geometry_columns_field_infos violates constraint: virt_geometry value must not contain a single quote')
WHERE NEW.virt_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_field_infos violates constraint:
virt_geometry value must not contain a double quote')
WHERE NEW.virt_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_field_infos violates constraint: virt_geometry value must be lower case')
WHERE NEW.virt_geometry <> lower(NEW.virt_geometry);
END;
CREATE TRIGGER gctm_f_table_name_insert
BEFORE INSERT ON 'geometry_columns_time'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on geometry_columns_time violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on geometry_columns_time violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on geometry_columns_time violates constraint:
f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER gctm_f_table_name_update
BEFORE UPDATE OF 'f_table_name' ON 'geometry_columns_time'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on geometry_columns_time violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on geometry_columns_time violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on geometry_columns_time violates constraint: f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER gctm_f_geometry_column_insert
BEFORE INSERT ON 'geometry_columns_time'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on geometry_columns_time violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'insert on geometry_columns_time violates constraint:
f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'insert on geometry_columns_time violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE TRIGGER gctm_f_geometry_column_update
BEFORE UPDATE OF 'f_geometry_column' ON 'geometry_columns_time'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on geometry_columns_time violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'update on geometry_columns_time violates constraint: f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'update on geometry_columns_time violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE TRIGGER gcau_f_table_name_insert
BEFORE INSERT ON 'geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on geometry_columns_auth violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on geometry_columns_auth violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on geometry_columns_auth violates constraint:
f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER gcau_f_table_name_update
BEFORE UPDATE OF 'f_table_name' ON 'geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on geometry_columns_auth violates constraint: f_table_name value must not contain a single quote')
WHERE NEW.f_table_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on geometry_columns_auth violates constraint: f_table_name value must not contain a double quote')
WHERE NEW.f_table_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on geometry_columns_auth violates constraint: f_table_name value must be lower case')
WHERE NEW.f_table_name <> lower(NEW.f_table_name);
END;
CREATE TRIGGER gcau_f_geometry_column_insert
BEFORE INSERT ON 'geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on geometry_columns_auth violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'insert on geometry_columns_auth violates constraint:
f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'insert on geometry_columns_auth violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE TRIGGER gcau_f_geometry_column_update
BEFORE UPDATE OF 'f_geometry_column' ON 'geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on geometry_columns_auth violates constraint: f_geometry_column value must not contain a single quote')
WHERE NEW.f_geometry_column LIKE ('%''%');
SELECT RAISE(ABORT,'update on geometry_columns_auth violates constraint: f_geometry_column value must not contain a double quote')
WHERE NEW.f_geometry_column LIKE ('%"%');
SELECT RAISE(ABORT,'update on geometry_columns_auth violates constraint: f_geometry_column value must be lower case')
WHERE NEW.f_geometry_column <> lower(NEW.f_geometry_column);
END;
CREATE TRIGGER vwgcau_view_name_insert
BEFORE INSERT ON 'views_geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on views_geometry_columns_auth violates constraint: view_name value must not contain a single quote')
WHERE NEW.view_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_auth violates constraint: view_name value must not contain a double quote')
WHERE NEW.view_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_auth violates constraint:
view_name value must be lower case')
WHERE NEW.view_name <> lower(NEW.view_name);
END;
CREATE TRIGGER vwgcau_view_name_update
BEFORE UPDATE OF 'view_name' ON 'views_geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on views_geometry_columns_auth violates constraint: view_name value must not contain a single quote')
WHERE NEW.view_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on views_geometry_columns_auth violates constraint: view_name value must not contain a double quote')
WHERE NEW.view_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on views_geometry_columns_auth violates constraint: view_name value must be lower case')
WHERE NEW.view_name <> lower(NEW.view_name);
END;
CREATE TRIGGER vwgcau_view_geometry_insert
BEFORE INSERT ON 'views_geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on views_geometry_columns_auth violates constraint: view_geometry value must not contain a single quote')
WHERE NEW.view_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_auth violates constraint:
view_geometry value must not contain a double quote')
WHERE NEW.view_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'insert on views_geometry_columns_auth violates constraint: view_geometry value must be lower case')
WHERE NEW.view_geometry <> lower(NEW.view_geometry);
END;
CREATE TRIGGER vwgcau_view_geometry_update
BEFORE UPDATE OF 'view_geometry'  ON 'views_geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on views_geometry_columns_auth violates constraint: view_geometry value must not contain a single quote')
WHERE NEW.view_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'update on views_geometry_columns_auth violates constraint:
view_geometry value must not contain a double quote')
WHERE NEW.view_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'update on views_geometry_columns_auth violates constraint: view_geometry value must be lower case')
WHERE NEW.view_geometry <> lower(NEW.view_geometry);
END;
CREATE TRIGGER vtgcau_virt_name_insert
BEFORE INSERT ON 'virts_geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on virts_geometry_columns_auth violates constraint: virt_name value must not contain a single quote')
WHERE NEW.virt_name LIKE ('%''%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_auth violates constraint: virt_name value must not contain a double quote')
WHERE NEW.virt_name LIKE ('%"%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_auth violates constraint:
virt_name value must be lower case')
WHERE NEW.virt_name <> lower(NEW.virt_name);
END;
CREATE TRIGGER vtgcau_virt_name_update
BEFORE UPDATE OF 'virt_name' ON 'virts_geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on virts_geometry_columns_auth violates constraint: virt_name value must not contain a single quote')
WHERE NEW.virt_name LIKE ('%''%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_auth violates constraint: virt_name value must not contain a double quote')
WHERE NEW.virt_name LIKE ('%"%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_auth violates constraint: virt_name value must be lower case')
WHERE NEW.virt_name <> lower(NEW.virt_name);
END;
CREATE TRIGGER vtgcau_virt_geometry_insert
BEFORE INSERT ON 'virts_geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'insert on virts_geometry_columns_auth violates constraint: virt_geometry value must not contain a single quote')
WHERE NEW.virt_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_auth violates constraint:
virt_geometry value must not contain a double quote')
WHERE NEW.virt_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'insert on virts_geometry_columns_auth violates constraint: virt_geometry value must be lower case')
WHERE NEW.virt_geometry <> lower(NEW.virt_geometry);
END;
CREATE TRIGGER vtgcau_virt_geometry_update
BEFORE UPDATE OF 'virt_geometry' ON 'virts_geometry_columns_auth'
FOR EACH ROW BEGIN
SELECT RAISE(ABORT,'update on virts_geometry_columns_auth violates constraint: virt_geometry value must not contain a single quote')
WHERE NEW.virt_geometry LIKE ('%''%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_auth violates constraint:
virt_geometry value must not contain a double quote')
WHERE NEW.virt_geometry LIKE ('%"%');
SELECT RAISE(ABORT,'update on virts_geometry_columns_auth violates constraint: virt_geometry value must be lower case')
WHERE NEW.virt_geometry <> lower(NEW.virt_geometry);
END;
CREATE VIEW vector_layers AS
SELECT 'SpatialTable' AS layer_type, f_table_name AS table_name, f_geometry_column AS geometry_column, geometry_type AS geometry_type, coord_dimension AS coord_dimension, srid AS srid, spatial_index_enabled AS spatial_index_enabled
FROM geometry_columns
UNION
SELECT 'SpatialView' AS layer_type, a.view_name AS table_name, a.view_geometry AS geometry_column, b.geometry_type AS geometry_type, b.coord_dimension AS coord_dimension, b.srid AS srid, b.spatial_index_enabled AS spatial_index_enabled
FROM views_geometry_columns AS a
LEFT JOIN geometry_columns AS b ON (Upper(a.f_table_name) = Upper(b.f_table_name) AND Upper(a.f_geometry_column) = Upper(b.f_geometry_column))
UNION
SELECT 'VirtualShape' AS layer_type, virt_name AS table_name, virt_geometry AS geometry_column, geometry_type AS geometry_type, coord_dimension AS coord_dimension, srid AS srid, 0 AS spatial_index_enabled
FROM virts_geometry_columns;
CREATE VIEW vector_layers_auth AS
SELECT 'SpatialTable' AS layer_type, f_table_name AS table_name, f_geometry_column AS geometry_column, read_only AS read_only, hidden AS hidden
FROM geometry_columns_auth
UNION
SELECT 'SpatialView' AS layer_type, a.view_name AS table_name, a.view_geometry AS geometry_column, b.read_only AS read_only, a.hidden AS hidden
FROM views_geometry_columns_auth AS a
JOIN views_geometry_columns AS b ON (Upper(a.view_name) = Upper(b.view_name) AND Upper(a.view_geometry) = Upper(b.view_geometry))
UNION
SELECT 'VirtualShape' AS layer_type, virt_name AS table_name, virt_geometry AS geometry_column, 1 AS read_only, hidden AS hidden
FROM virts_geometry_columns_auth;
CREATE VIEW vector_layers_statistics AS
SELECT 'SpatialTable' AS layer_type, f_table_name AS table_name, f_geometry_column AS geometry_column, last_verified AS last_verified, row_count AS row_count, extent_min_x AS extent_min_x, extent_min_y AS extent_min_y, extent_max_x AS extent_max_x, extent_max_y AS extent_max_y
FROM geometry_columns_statistics
UNION
SELECT 'SpatialView' AS layer_type, view_name AS table_name, view_geometry AS geometry_column, last_verified AS last_verified, row_count AS row_count, extent_min_x AS extent_min_x, extent_min_y AS extent_min_y, extent_max_x AS extent_max_x, extent_max_y AS extent_max_y
FROM views_geometry_columns_statistics
UNION
SELECT 'VirtualShape' AS layer_type, virt_name AS table_name, virt_geometry AS geometry_column, last_verified AS last_verified, row_count AS row_count, extent_min_x AS extent_min_x, extent_min_y AS extent_min_y, extent_max_x AS extent_max_x, extent_max_y AS extent_max_y
FROM virts_geometry_columns_statistics;
CREATE VIEW vector_layers_field_infos AS
SELECT 'SpatialTable' AS layer_type, f_table_name AS table_name, f_geometry_column AS geometry_column, ordinal AS ordinal, column_name AS column_name, null_values AS null_values, integer_values AS integer_values, double_values AS double_values, text_values AS text_values, blob_values AS blob_values, max_size AS max_size, integer_min AS integer_min, integer_max AS integer_max, double_min AS double_min, double_max double_max
FROM geometry_columns_field_infos
UNION
SELECT 'SpatialView' AS layer_type, view_name AS table_name, view_geometry AS geometry_column, ordinal AS ordinal, column_name AS column_name, null_values AS null_values, integer_values AS integer_values, double_values AS double_values, text_values AS text_values, blob_values AS blob_values, max_size AS max_size, integer_min AS integer_min, integer_max AS integer_max, double_min AS double_min, double_max double_max
FROM views_geometry_columns_field_infos
UNION
SELECT 'VirtualShape' AS layer_type, virt_name AS table_name, virt_geometry AS geometry_column, ordinal AS ordinal, column_name AS column_name, null_values AS null_values, integer_values AS integer_values, double_values AS double_values, text_values AS text_values, blob_values AS blob_values, max_size AS max_size, integer_min AS integer_min, integer_max AS integer_max, double_min AS double_min, double_max double_max
FROM virts_geometry_columns_field_infos;
CREATE VIEW spatial_ref_sys_all AS
SELECT a.srid AS srid, a.auth_name AS auth_name, a.auth_srid AS auth_srid, a.ref_sys_name AS ref_sys_name,
b.is_geographic AS is_geographic, b.has_flipped_axes AS has_flipped_axes, b.spheroid AS spheroid, b.prime_meridian AS prime_meridian, b.datum AS datum, b.projection AS projection, b.unit AS unit,
b.axis_1_name AS axis_1_name, b.axis_1_orientation AS axis_1_orientation,
b.axis_2_name AS axis_2_name, b.axis_2_orientation AS axis_2_orientation,
a.proj4text AS proj4text, a.srtext AS srtext
FROM spatial_ref_sys AS a
LEFT JOIN spatial_ref_sys_aux AS b ON (a.srid = b.srid);
CREATE INDEX "yutu_past_hydrant_fid" ON "yutu_past_hydrant" (fid);
CREATE INDEX "yutu_past_hydrant_id" ON "yutu_past_hydrant" (id);
CREATE TRIGGER "ggi_hydrant_geom" BEFORE INSERT ON "hydrant"
FOR EACH ROW BEGIN
SELECT RAISE(ROLLBACK, 'hydrant.geom violates Geometry constraint [geom-type or SRID not allowed]')
WHERE (SELECT geometry_type FROM geometry_columns
WHERE Lower(f_table_name) = Lower('hydrant') AND Lower(f_geometry_column) = Lower('geom')
AND GeometryConstraints(NEW."geom", geometry_type, srid) = 1) IS NULL;
END;
CREATE TRIGGER "ggu_hydrant_geom" BEFORE UPDATE OF "geom" ON "hydrant"
FOR EACH ROW BEGIN
SELECT RAISE(ROLLBACK, 'hydrant.geom violates Geometry constraint [geom-type or SRID not allowed]')
WHERE (SELECT geometry_type FROM geometry_columns
WHERE Lower(f_table_name) = Lower('hydrant') AND Lower(f_geometry_column) = Lower('geom')
AND GeometryConstraints(NEW."geom", geometry_type, srid) = 1) IS NULL;
END;
CREATE TRIGGER "tmu_hydrant_geom" AFTER UPDATE ON "hydrant"
FOR EACH ROW BEGIN
UPDATE geometry_columns_time SET last_update = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
WHERE Lower(f_table_name) = Lower('hydrant') AND Lower(f_geometry_column) = Lower('geom');
END;
CREATE TRIGGER "tmi_hydrant_geom" AFTER INSERT ON "hydrant"
FOR EACH ROW BEGIN
UPDATE geometry_columns_time SET last_insert = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
WHERE Lower(f_table_name) = Lower('hydrant') AND Lower(f_geometry_column) = Lower('geom');
END;
CREATE TRIGGER "tmd_hydrant_geom" AFTER DELETE ON "hydrant"
FOR EACH ROW BEGIN
UPDATE geometry_columns_time SET last_delete = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
WHERE Lower(f_table_name) = Lower('hydrant') AND Lower(f_geometry_column) = Lower('geom');
END;
CREATE TRIGGER "gii_hydrant_geom" AFTER INSERT ON "hydrant"
FOR EACH ROW BEGIN
DELETE FROM "idx_hydrant_geom" WHERE pkid=NEW.ROWID;
SELECT RTreeAlign('idx_hydrant_geom', NEW.ROWID, NEW."geom");
END;
CREATE TRIGGER "giu_hydrant_geom" AFTER UPDATE OF "geom" ON "hydrant"
FOR EACH ROW BEGIN
DELETE FROM "idx_hydrant_geom" WHERE pkid=NEW.ROWID;
SELECT RTreeAlign('idx_hydrant_geom', NEW.ROWID, NEW."geom");
END;
CREATE TRIGGER "gid_hydrant_geom" AFTER DELETE ON "hydrant"
FOR EACH ROW BEGIN
DELETE FROM "idx_hydrant_geom" WHERE pkid=OLD.ROWID;
END;
PRAGMA writable_schema=OFF;
COMMIT;
PRAGMA application_id=1498764373;
