//! What the calls of Python's libraries do. One table: the group says what, the list says which.
//!
//! Names are full dotted ones. `sqlite3.*.execute` stands for the method on anything that the
//! module gave; `*.unlink` for the method on a value of unknown kind.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::service::Service;
use crate::effects::sql::Dialect;

/// What a call does with its arguments. Numbers are positions of arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Does {
    /// Reads the file or folder.
    Read(usize),
    /// Creates or changes the file.
    Write(usize),
    /// Deletes the file; with `true` everything below it.
    Delete(usize, bool),
    /// Moves the first to the second.
    Move,
    /// Copies the first to the second.
    Copy,
    /// Makes the second a link to the first.
    Link,
    /// Changes mode or owner.
    Permission(usize),
    /// `open`: the mode decides.
    Open,
    /// The same on the receiver's path.
    ReadSelf,
    WriteSelf,
    DeleteSelf(bool),
    MoveSelf,
    PermissionSelf,
    OpenSelf,
    /// Writes below the folder in this argument, by default the current one.
    Extract(usize),
    /// A command for the shell.
    Shell(usize),
    /// `subprocess`: a list, or a text with `shell=True`.
    Process,
    /// A program and its arguments from this position on.
    Spawn(usize),
    /// Python source.
    Code,
    /// Runs code that is not shown, and why.
    Opaque(&'static str),
    /// Fetches a URL.
    Fetch(usize),
    /// Sends to a URL.
    Send(usize),
    /// A method in the first argument, a URL in the second.
    Request,
    /// Opens a connection to a host, or to a `(host, port)` pair.
    Connect(usize),
    /// Sends over a connection that is open.
    SendSelf,
    /// Fetches a URL into a file.
    Download,
    /// SQL text.
    Sql(Dialect),
    /// Opens a database.
    Database,
    /// A message with its recipients at this position.
    Mail(usize),
    /// Stops a process.
    Kill,
    /// Reads an environment variable.
    Environment(usize),
    /// Decodes or decompresses: the result is not shown.
    Decode,
    /// A call of a service, judged by the words of the method's name.
    Service(Service),
    /// A command for redis: the method is the command.
    Redis,
    /// A MongoDB method.
    Mongo,
    /// Waits or computes; nothing beyond memory.
    Nothing,
}

const GROUPS: &[(Does, &[&str])] = &[
    (
        Does::Open,
        &[
            "open",
            "io.open",
            "codecs.open",
            "os.fdopen",
            "gzip.open",
            "bz2.open",
            "lzma.open",
            "aiofiles.open",
            "tarfile.open",
            "zipfile.ZipFile",
            "tarfile.TarFile",
            "shelve.open",
            "dbm.open",
        ],
    ),
    (
        Does::Read(0),
        &[
            "os.listdir",
            "os.scandir",
            "os.walk",
            "os.stat",
            "os.lstat",
            "os.readlink",
            "os.access",
            "os.path.exists",
            "os.path.isfile",
            "os.path.isdir",
            "os.path.getsize",
            "os.path.getmtime",
            "glob.glob",
            "glob.iglob",
            "linecache.getline",
            "linecache.getlines",
            "fileinput.input",
            "shutil.disk_usage",
            "filecmp.cmp",
            "pandas.read_csv",
            "pandas.read_json",
            "pandas.read_excel",
            "pandas.read_parquet",
            "pandas.read_table",
            "pandas.read_feather",
            "pandas.read_hdf",
            "pandas.read_xml",
            "pandas.read_fwf",
            "polars.read_csv",
            "polars.read_parquet",
            "polars.read_json",
            "polars.scan_csv",
            "polars.scan_parquet",
            "numpy.load",
            "numpy.loadtxt",
            "numpy.genfromtxt",
            "numpy.fromfile",
            "configparser.*.read",
            "PIL.Image.open",
            "cv2.imread",
            "openpyxl.load_workbook",
            "docx.Document",
            "pypdf.PdfReader",
            "PyPDF2.PdfReader",
            "fitz.open",
            "xml.etree.ElementTree.parse",
            "lxml.etree.parse",
            "mimetypes.guess_type",
            "pyarrow.parquet.read_table",
            "tomllib.load",
            "netrc.netrc",
            "os.pread",
        ],
    ),
    (
        Does::Environment(0),
        &[
            "os.getenv",
            "os.environ.get",
            "os.environ.pop",
            "os.environ.setdefault",
            "os.getenvb",
            "decouple.config",
        ],
    ),
    (
        Does::ReadSelf,
        &[
            "pathlib.*.read_text",
            "pathlib.*.read_bytes",
            "pathlib.*.iterdir",
            "pathlib.*.glob",
            "pathlib.*.rglob",
            "pathlib.*.stat",
            "pathlib.*.exists",
            "pathlib.*.is_file",
            "pathlib.*.is_dir",
            "pathlib.*.readlink",
            "pathlib.*.lstat",
            "pathlib.*.walk",
        ],
    ),
    (Does::OpenSelf, &["pathlib.*.open"]),
    (
        Does::WriteSelf,
        &[
            "pathlib.*.write_text",
            "pathlib.*.write_bytes",
            "pathlib.*.touch",
            "pathlib.*.mkdir",
            "pathlib.*.symlink_to",
            "pathlib.*.hardlink_to",
            "pathlib.*.link_to",
            "*.write_text",
            "*.write_bytes",
            "*.symlink_to",
            "*.hardlink_to",
            "*.mkdir",
            "*.touch",
        ],
    ),
    (
        Does::DeleteSelf(false),
        &["pathlib.*.unlink", "pathlib.*.rmdir", "*.unlink", "*.rmdir"],
    ),
    (Does::DeleteSelf(true), &["*.rmtree"]),
    (
        Does::MoveSelf,
        &[
            "pathlib.*.rename",
            "pathlib.*.replace",
            "pathlib.*.move",
            "*.rename",
        ],
    ),
    (
        Does::PermissionSelf,
        &["pathlib.*.chmod", "pathlib.*.lchmod", "*.chmod", "*.chown"],
    ),
    (
        Does::Write(0),
        &[
            "os.mkdir",
            "os.makedirs",
            "os.mkfifo",
            "os.mknod",
            "os.utime",
            "os.truncate",
            "os.creat",
            "os.open",
            "shutil.make_archive",
            "numpy.save",
            "numpy.savez",
            "numpy.savetxt",
            "matplotlib.pyplot.savefig",
            "*.savefig",
            "pandas.*.to_csv",
            "pandas.*.to_json",
            "pandas.*.to_excel",
            "pandas.*.to_parquet",
            "pandas.*.to_pickle",
            "pandas.*.to_html",
            "pandas.*.to_feather",
            "polars.*.write_csv",
            "polars.*.write_parquet",
            "polars.*.write_json",
            "*.to_csv",
            "*.to_excel",
            "*.to_parquet",
            "*.to_pickle",
            "*.write_csv",
            "*.write_parquet",
            "PIL.*.save",
            "openpyxl.*.save",
            "docx.*.save",
            "cv2.imwrite",
            "logging.FileHandler",
            "os.setxattr",
            "sqlite3.*.backup",
            "py_compile.compile",
            "venv.create",
        ],
    ),
    (
        Does::Delete(0, false),
        &[
            "os.remove",
            "os.unlink",
            "os.rmdir",
            "os.removedirs",
            "aiofiles.os.remove",
            "aiofiles.os.unlink",
            "aiofiles.os.rmdir",
            "send2trash.send2trash",
        ],
    ),
    (
        Does::Delete(0, true),
        &[
            "shutil.rmtree",
            "aioshutil.rmtree",
            "distutils.dir_util.remove_tree",
        ],
    ),
    (
        Does::Move,
        &["os.rename", "os.renames", "os.replace", "shutil.move"],
    ),
    (
        Does::Copy,
        &[
            "shutil.copy",
            "shutil.copy2",
            "shutil.copyfile",
            "shutil.copytree",
            "distutils.dir_util.copy_tree",
        ],
    ),
    (Does::Link, &["os.symlink", "os.link"]),
    (
        Does::Permission(0),
        &[
            "os.chmod",
            "os.lchmod",
            "os.chown",
            "os.lchown",
            "shutil.chown",
            "os.chflags",
        ],
    ),
    (
        Does::Extract(0),
        &["zipfile.*.extractall", "tarfile.*.extractall"],
    ),
    (
        Does::Extract(1),
        &[
            "zipfile.*.extract",
            "tarfile.*.extract",
            "shutil.unpack_archive",
        ],
    ),
    (
        Does::Shell(0),
        &[
            "os.system",
            "os.popen",
            "subprocess.getoutput",
            "subprocess.getstatusoutput",
            "commands.getoutput",
            "asyncio.create_subprocess_shell",
            "pexpect.spawn",
            "pexpect.run",
            "invoke.run",
            "fabric.*.local",
            "*.system",
            "IPython.get_ipython().system",
            "platform.popen",
        ],
    ),
    (
        Does::Process,
        &[
            "subprocess.run",
            "subprocess.call",
            "subprocess.check_call",
            "subprocess.check_output",
            "subprocess.Popen",
            "pty.spawn",
            "anyio.run_process",
            "trio.run_process",
        ],
    ),
    (
        Does::Spawn(0),
        &[
            "asyncio.create_subprocess_exec",
            "os.execlp",
            "os.execl",
            "os.execv",
            "os.execvp",
            "os.execle",
            "os.execlpe",
            "os.execve",
            "os.execvpe",
            "os.posix_spawn",
            "os.posix_spawnp",
        ],
    ),
    (
        Does::Spawn(1),
        &[
            "os.spawnl",
            "os.spawnle",
            "os.spawnlp",
            "os.spawnlpe",
            "os.spawnv",
            "os.spawnve",
            "os.spawnvp",
            "os.spawnvpe",
        ],
    ),
    (
        Does::Code,
        &[
            "exec",
            "eval",
            "compile",
            "builtins.exec",
            "builtins.eval",
            "builtins.compile",
            "code.InteractiveInterpreter().runsource",
            "timeit.timeit",
            "cProfile.run",
            "pdb.run",
        ],
    ),
    (
        Does::Opaque("loads objects that may run code"),
        &[
            "pickle.loads",
            "pickle.load",
            "pickle.Unpickler",
            "cPickle.loads",
            "cPickle.load",
            "dill.loads",
            "dill.load",
            "cloudpickle.loads",
            "cloudpickle.load",
            "marshal.loads",
            "marshal.load",
            "joblib.load",
            "torch.load",
            "pandas.read_pickle",
            "yaml.load",
            "yaml.unsafe_load",
            "yaml.full_load",
            "jsonpickle.decode",
        ],
    ),
    (
        Does::Opaque("calls machine code"),
        &[
            "ctypes.CDLL",
            "ctypes.cdll.LoadLibrary",
            "ctypes.PyDLL",
            "ctypes.WinDLL",
            "ctypes.OleDLL",
            "ctypes.memmove",
            "ctypes.cast",
            "ctypes.CFUNCTYPE",
            "cffi.FFI",
            "ctypes.pythonapi",
        ],
    ),
    (
        Does::Opaque("runs code from another file"),
        &[
            "runpy.run_path",
            "runpy.run_module",
            "importlib.util.spec_from_file_location",
            "importlib.reload",
            "execfile",
            "imp.load_source",
            "zipimport.zipimporter",
            "importlib.machinery.SourceFileLoader",
        ],
    ),
    (
        Does::Opaque("runs code in the background or at exit"),
        &[
            "sys.settrace",
            "sys.setprofile",
            "code.interact",
            "os.fork",
            "pty.fork",
            "multiprocessing.managers.BaseManager",
        ],
    ),
    (
        Does::Opaque("loads code into a database"),
        &[
            "sqlite3.*.load_extension",
            "sqlite3.*.enable_load_extension",
        ],
    ),
    (
        Does::Fetch(0),
        &[
            "requests.get",
            "requests.head",
            "requests.options",
            "requests.*.get",
            "requests.*.head",
            "httpx.get",
            "httpx.head",
            "httpx.options",
            "httpx.*.get",
            "httpx.*.head",
            "aiohttp.*.get",
            "aiohttp.*.head",
            "urllib.request.urlopen",
            "urllib2.urlopen",
            "urllib.urlopen",
            "cloudscraper.*.get",
            "curl_cffi.requests.get",
            "feedparser.parse",
            "websocket.create_connection",
            "websockets.connect",
            "websocket.WebSocketApp",
            "pandas.read_html",
            "webbrowser.open",
            "socket.gethostbyname",
            "socket.getaddrinfo",
            "dns.resolver.resolve",
            "grequests.get",
            "xmlrpc.client.ServerProxy",
            "selenium.*.get",
            "playwright.*.goto",
            "*.goto",
            "urllib.request.Request",
        ],
    ),
    (
        Does::Send(0),
        &[
            "requests.post",
            "requests.put",
            "requests.patch",
            "requests.delete",
            "requests.*.post",
            "requests.*.put",
            "requests.*.patch",
            "requests.*.delete",
            "httpx.post",
            "httpx.put",
            "httpx.patch",
            "httpx.delete",
            "httpx.*.post",
            "httpx.*.put",
            "httpx.*.patch",
            "httpx.*.delete",
            "aiohttp.*.post",
            "aiohttp.*.put",
            "aiohttp.*.patch",
            "aiohttp.*.delete",
            "aiohttp.*.ws_connect",
            "cloudscraper.*.post",
            "grequests.post",
            "curl_cffi.requests.post",
        ],
    ),
    (
        Does::Request,
        &[
            "requests.request",
            "requests.*.request",
            "httpx.request",
            "httpx.stream",
            "httpx.*.request",
            "httpx.*.stream",
            "aiohttp.request",
            "aiohttp.*.request",
            "urllib3.request",
            "urllib3.*.request",
            "urllib3.*.urlopen",
            "http.client.*.request",
        ],
    ),
    (
        Does::Download,
        &[
            "urllib.request.urlretrieve",
            "urllib.urlretrieve",
            "wget.download",
            "gdown.download",
        ],
    ),
    (
        Does::Connect(0),
        &[
            "socket.create_connection",
            "socket.*.connect",
            "socket.*.connect_ex",
            "asyncio.open_connection",
            "telnetlib.Telnet",
            "ftplib.FTP",
            "ftplib.FTP_TLS",
            "ftplib.*.connect",
            "smtplib.SMTP",
            "smtplib.SMTP_SSL",
            "smtplib.*.connect",
            "imaplib.IMAP4_SSL",
            "imaplib.IMAP4",
            "poplib.POP3_SSL",
            "paramiko.*.connect",
            "http.client.HTTPSConnection",
            "http.client.HTTPConnection",
            "pysftp.Connection",
            "fabric.Connection",
            "ssl.get_server_certificate",
        ],
    ),
    (
        Does::SendSelf,
        &[
            "socket.*.send",
            "socket.*.sendall",
            "socket.*.sendto",
            "socket.*.sendfile",
            "socket.*.sendmsg",
            "ftplib.*.storbinary",
            "ftplib.*.storlines",
            "ftplib.*.delete",
            "ftplib.*.rename",
            "ftplib.*.rmd",
            "ftplib.*.mkd",
            "paramiko.*.put",
            "paramiko.*.remove",
            "paramiko.*.rename",
            "paramiko.*.putfo",
            "pysftp.*.put",
            "fabric.*.put",
            "websocket.*.send",
            "websockets.*.send",
            "http.client.*.send",
            "telnetlib.*.write",
            "imaplib.*.store",
            "imaplib.*.append",
            "imaplib.*.expunge",
            "poplib.*.dele",
        ],
    ),
    (
        Does::Opaque("runs a command on another machine"),
        &[
            "paramiko.*.exec_command",
            "paramiko.*.invoke_shell",
            "fabric.*.run",
            "fabric.*.sudo",
            "pysftp.*.execute",
            "asyncssh.connect",
            "docker.*.exec_run",
            "docker.*.run",
        ],
    ),
    (
        Does::Database,
        &[
            "sqlite3.connect",
            "aiosqlite.connect",
            "duckdb.connect",
            "apsw.Connection",
            "sqlalchemy.create_engine",
            "sqlalchemy.ext.asyncio.create_async_engine",
            "psycopg2.connect",
            "psycopg.connect",
            "asyncpg.connect",
            "asyncpg.create_pool",
            "pymysql.connect",
            "MySQLdb.connect",
            "mysql.connector.connect",
            "pymongo.MongoClient",
            "redis.Redis",
            "redis.StrictRedis",
            "redis.from_url",
            "pyodbc.connect",
            "cx_Oracle.connect",
            "oracledb.connect",
            "snowflake.connector.connect",
            "clickhouse_connect.get_client",
            "neo4j.GraphDatabase.driver",
            "motor.motor_asyncio.AsyncIOMotorClient",
            "sqlite_utils.Database",
        ],
    ),
    (
        Does::Sql(Dialect::Sqlite),
        &[
            "sqlite3.*.execute",
            "sqlite3.*.executemany",
            "sqlite3.*.executescript",
            "aiosqlite.*.execute",
            "aiosqlite.*.executemany",
            "aiosqlite.*.executescript",
            "apsw.*.execute",
            "duckdb.*.execute",
            "duckdb.*.sql",
            "duckdb.*.query",
            "duckdb.sql",
            "duckdb.query",
            "duckdb.execute",
            "sqlite_utils.*.execute",
            "sqlite_utils.*.query",
        ],
    ),
    (
        Does::Sql(Dialect::Postgres),
        &[
            "psycopg2.*.execute",
            "psycopg2.*.executemany",
            "psycopg.*.execute",
            "psycopg.*.executemany",
            "asyncpg.*.execute",
            "asyncpg.*.fetch",
            "asyncpg.*.fetchrow",
            "asyncpg.*.fetchval",
            "asyncpg.*.executemany",
        ],
    ),
    (
        Does::Sql(Dialect::Mysql),
        &[
            "pymysql.*.execute",
            "pymysql.*.executemany",
            "MySQLdb.*.execute",
            "mysql.*.execute",
            "mysql.*.executemany",
            "aiomysql.*.execute",
        ],
    ),
    (
        Does::Sql(Dialect::Generic),
        &[
            "sqlalchemy.*.execute",
            "sqlalchemy.*.exec_driver_sql",
            "sqlalchemy.*.scalar",
            "sqlalchemy.*.scalars",
            "pyodbc.*.execute",
            "cx_Oracle.*.execute",
            "oracledb.*.execute",
            "snowflake.*.execute",
            "clickhouse_connect.*.command",
            "clickhouse_connect.*.query",
            "pandas.read_sql",
            "pandas.read_sql_query",
            "google.cloud.bigquery.*.query",
            "*.execute",
            "*.executemany",
            "*.executescript",
            "*.exec_driver_sql",
        ],
    ),
    (Does::Mail(1), &["smtplib.*.sendmail"]),
    (
        Does::Mail(0),
        &[
            "smtplib.*.send_message",
            "*.sendmail",
            "*.send_message",
            "*.send_mail",
            "yagmail.*.send",
            "django.core.mail.send_mail",
            "django.core.mail.EmailMessage",
        ],
    ),
    (
        Does::Kill,
        &[
            "os.kill",
            "os.killpg",
            "signal.pthread_kill",
            "psutil.*.kill",
            "psutil.*.terminate",
            "psutil.*.suspend",
            "*.kill",
        ],
    ),
    (
        Does::Decode,
        &[
            "base64.b64decode",
            "base64.b32decode",
            "base64.b16decode",
            "base64.b85decode",
            "base64.a85decode",
            "base64.urlsafe_b64decode",
            "base64.standard_b64decode",
            "base64.decodebytes",
            "binascii.unhexlify",
            "binascii.a2b_hex",
            "binascii.a2b_base64",
            "bytes.fromhex",
            "bytearray.fromhex",
            "codecs.decode",
            "zlib.decompress",
            "gzip.decompress",
            "bz2.decompress",
            "lzma.decompress",
            "chr",
        ],
    ),
    (Does::Redis, &["redis.*"]),
    (Does::Mongo, &["pymongo.*", "motor.*"]),
    (
        Does::Service(Service::Cloud),
        &[
            "boto3.*",
            "botocore.*",
            "aioboto3.*",
            "google.cloud.*",
            "googleapiclient.*",
            "azure.*",
            "docker.*",
            "kubernetes.*",
            "github.*",
            "gitlab.*",
            "notion_client.*",
            "pygsheets.*",
            "gspread.*",
            "jira.*",
            "supabase.*",
            "firebase_admin.*",
            "cloudflare.*",
            "heroku3.*",
            "digitalocean.*",
            "linode_api4.*",
            "elasticsearch.*",
            "opensearchpy.*",
            "pinecone.*",
            "atlassian.*",
            "trello.*",
            "asana.*",
            "airtable.*",
            "pyairtable.*",
            "simple_salesforce.*",
            "hubspot.*",
            "minio.*",
            "dropbox.*",
            "consul.*",
            "hvac.*",
            "git.*",
            "kafka.*",
            "pika.*",
            "paho.*",
            "huggingface_hub.*",
            "wandb.*",
            "mlflow.*",
            "spotipy.*",
            "homeassistant_api.*",
        ],
    ),
    (
        Does::Service(Service::Messages),
        &[
            "slack_sdk.*",
            "slack.*",
            "slackclient.*",
            "slack_bolt.*",
            "twilio.*",
            "telegram.*",
            "telebot.*",
            "telethon.*",
            "pyrogram.*",
            "discord.*",
            "tweepy.*",
            "sendgrid.*",
            "mailgun.*",
            "mailchimp3.*",
            "mailchimp_marketing.*",
            "resend.*",
            "postmarker.*",
            "vonage.*",
            "messagebird.*",
            "pywhatkit.*",
            "praw.*",
            "facebook.*",
            "instagrapi.*",
            "matrix_client.*",
            "nio.*",
            "pushover.*",
            "apprise.*",
            "exchangelib.*",
            "redmail.*",
            "linkedin_api.*",
            "mastodon.*",
            "atproto.*",
            "zulip.*",
        ],
    ),
    (
        Does::Service(Service::Money),
        &[
            "stripe.*",
            "paypalrestsdk.*",
            "braintree.*",
            "plaid.*",
            "web3.*",
            "ccxt.*",
            "binance.*",
            "alpaca_trade_api.*",
            "alpaca.*",
            "coinbase.*",
            "square.*",
            "adyen.*",
            "razorpay.*",
            "solana.*",
            "bitcoinlib.*",
            "robin_stocks.*",
            "ib_insync.*",
            "mollie.*",
            "wise.*",
        ],
    ),
];

/// Names, with their stars, and what they do.
static TABLE: LazyLock<HashMap<&'static str, Does>> = LazyLock::new(|| {
    GROUPS
        .iter()
        .flat_map(|(does, names)| names.iter().map(|name| (*name, *does)))
        .collect()
});

/// What the call of a full dotted name does.
///
/// Tried from the exact name to the wider ones: `a.b().c`, `a.*.c`, `a.*`.
pub(super) fn find(name: &str) -> Option<Does> {
    if let Some(does) = TABLE.get(name) {
        return Some(*does);
    }
    let (head, method) = name.rsplit_once('.')?;
    let mut root = head;
    loop {
        if let Some(does) = TABLE.get(format!("{}.*.{method}", plain(root)).as_str()) {
            return Some(*does);
        }
        match root.rsplit_once('.') {
            Some((shorter, _)) => root = shorter,
            None => break,
        }
    }
    let mut root = head;
    loop {
        if let Some(does) = TABLE.get(format!("{}.*", plain(root)).as_str()) {
            return Some(*does);
        }
        root = root.rsplit_once('.')?.0;
    }
}

/// What a method does whose receiver is not known.
pub(super) fn find_method(method: &str) -> Option<Does> {
    TABLE.get(format!("*.{method}").as_str()).copied()
}

fn plain(name: &str) -> &str {
    name.trim_end_matches("()")
}

/// Modules whose calls compute and touch nothing beyond memory and standard output.
const COMPUTING: &[&str] = &[
    "abc",
    "argparse",
    "array",
    "ast",
    "base64",
    "binascii",
    "bisect",
    "calendar",
    "cmath",
    "collections",
    "colorsys",
    "contextlib",
    "copy",
    "csv",
    "dataclasses",
    "datetime",
    "decimal",
    "difflib",
    "email",
    "enum",
    "fnmatch",
    "fractions",
    "functools",
    "graphlib",
    "hashlib",
    "heapq",
    "hmac",
    "html",
    "inspect",
    "ipaddress",
    "itertools",
    "json",
    "keyword",
    "locale",
    "math",
    "numbers",
    "numpy",
    "operator",
    "pandas",
    "platform",
    "polars",
    "pprint",
    "queue",
    "random",
    "re",
    "reprlib",
    "scipy",
    "secrets",
    "shlex",
    "statistics",
    "string",
    "struct",
    "sys",
    "textwrap",
    "threading",
    "time",
    "tokenize",
    "traceback",
    "types",
    "typing",
    "unicodedata",
    "uuid",
    "warnings",
    "weakref",
    "zoneinfo",
    "os.path",
    "os.getpid",
    "os.getcwd",
    "os.cpu_count",
    "os.sep",
    "os.linesep",
    "os.uname",
    "os.name",
    "pathlib",
    "sqlite3",
    "urllib.parse",
    "xml",
    "yaml.safe_load",
    "yaml.dump",
    "toml",
    "tomllib",
    "tabulate",
    "dateutil",
    "pytz",
    "matplotlib",
    "sympy",
    "bs4",
    "lxml",
    "markdown",
    "jinja2",
    "rich",
    "tqdm",
    "asyncio",
    "concurrent",
    "logging",
    "io",
    "codecs",
    "gzip",
    "zlib",
    "tempfile",
    "shutil.which",
    "getpass.getuser",
    "socket.gethostname",
    "__future__",
];

static COMPUTES: LazyLock<std::collections::HashSet<&'static str>> =
    LazyLock::new(|| COMPUTING.iter().copied().collect());

/// Whether the named thing is known to compute only.
pub(super) fn computes(name: &str) -> bool {
    let mut head = name;
    loop {
        if COMPUTES.contains(plain(head)) {
            return true;
        }
        match head.rsplit_once('.') {
            Some((shorter, _)) => head = shorter,
            None => return false,
        }
    }
}

/// Modules that talk to other machines: what they give comes from the network.
pub(super) fn is_network(name: &str) -> bool {
    const ROOTS: &[&str] = &[
        "requests",
        "httpx",
        "aiohttp",
        "urllib",
        "urllib2",
        "urllib3",
        "socket",
        "http",
        "ftplib",
        "websocket",
        "websockets",
        "cloudscraper",
        "curl_cffi",
        "paramiko",
        "telnetlib",
        "feedparser",
        "wget",
        "grequests",
    ];
    let root = name.split(['.', '(']).next().unwrap_or_default();
    ROOTS.contains(&root) && !name.starts_with("urllib.parse")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_found_through_what_made_the_receiver() {
        assert_eq!(
            find("sqlite3.connect().cursor().execute"),
            Some(Does::Sql(Dialect::Sqlite))
        );
        assert_eq!(find("requests.Session().post"), Some(Does::Send(0)));
        assert_eq!(find("os.remove"), Some(Does::Delete(0, false)));
        assert_eq!(
            find("boto3.client().delete_bucket"),
            Some(Does::Service(Service::Cloud))
        );
        assert_eq!(find("json.dumps"), None);
    }

    #[test]
    fn no_name_is_listed_twice() {
        let names = GROUPS.iter().flat_map(|(_, names)| names.iter()).count();
        assert_eq!(names, TABLE.len());
    }
}
